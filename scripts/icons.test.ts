import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { colourAt } from '../tests/support/pictures.ts'

it('draws every icon in its size; where phones cut the corners, there are corners to cut', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-icons-'))
  const script = fileURLToPath(new URL('icons.js', import.meta.url))
  execFileSync(process.execPath, [script, folder])
  const sizes = {
    'apple-touch-icon.png': [180, 180, true],
    'icon-192.png': [192, 192, false],
    'icon-512.png': [512, 512, false],
    'icon-maskable-512.png': [512, 512, true],
    'social.png': [1200, 630, true],
  }
  for (const [name, expected] of Object.entries(sizes)) {
    const picture = sharp(path.join(folder, name))
    const [{ width, height }, { isOpaque }] = await Promise.all([picture.metadata(), picture.stats()])
    expect([width, height, isOpaque], name).toEqual(expected)
  }
  const icon = await sharp(path.join(folder, 'icon-192.png')).toBuffer()
  expect(await colourAt(icon, 96, 60)).not.toEqual(await colourAt(icon, 20, 170))
  const ico = await readFile(path.join(folder, 'favicon.ico'))
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 3])
  for (const [index, size] of [16, 32, 48].entries()) {
    const line = 6 + 16 * index
    const offset = ico.readUInt32LE(line + 12)
    const { format, width, height } = await sharp(ico.subarray(offset, offset + ico.readUInt32LE(line + 8))).metadata()
    expect([format, width, height, ico.readUInt8(line)]).toEqual(['png', size, size, size])
  }
  await rm(folder, { recursive: true })
})
