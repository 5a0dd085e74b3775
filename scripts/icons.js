// Draws the raster icons and the picture for link previews from samples/*.svg into a folder: node scripts/icons.js dist/client
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

const drawing = (name) => readFile(new URL(`../samples/${name}`, import.meta.url), 'utf8')

/** The icon without its rounded corners: phones cut their own, and show what was cut already as black. */
const fullBleed = (svg) => {
  const square = svg.replace(/ clip-path="[^"]*"/, '')
  if (square === svg) throw new Error('samples/icon.svg has no clip-path that rounds its corners.')
  return square
}

const png = (svg, width, height = width) =>
  sharp(Buffer.from(svg)).resize(width, height).png({ palette: true, effort: 10, compressionLevel: 9 }).toBuffer()

/** An .ico of PNGs: a header, a line of 16 bytes for each, then their bytes. */
const ico = async (svg, sizes) => {
  const pictures = await Promise.all(sizes.map((size) => png(svg, size)))
  const head = Buffer.alloc(6 + 16 * sizes.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(sizes.length, 4)
  let offset = head.length
  for (const [index, { length }] of pictures.entries()) {
    const line = 6 + 16 * index
    head.writeUInt8(sizes[index], line)
    head.writeUInt8(sizes[index], line + 1)
    head.writeUInt16LE(1, line + 4)
    head.writeUInt16LE(32, line + 6)
    head.writeUInt32LE(length, line + 8)
    head.writeUInt32LE(offset, line + 12)
    offset += length
  }
  return Buffer.concat([head, ...pictures])
}

/** Writes favicon.ico (16, 32 and 48), apple-touch-icon.png, icon-192.png, icon-512.png, icon-maskable-512.png and social.png (1200 × 630). */
export const drawIcons = async (folder) => {
  const [icon, social] = await Promise.all([drawing('icon.svg'), drawing('social.svg')])
  const square = fullBleed(icon)
  const files = {
    'favicon.ico': ico(icon, [16, 32, 48]),
    'apple-touch-icon.png': png(square, 180),
    'icon-192.png': png(icon, 192),
    'icon-512.png': png(icon, 512),
    'icon-maskable-512.png': png(square, 512),
    'social.png': png(social, 1200, 630),
  }
  await mkdir(folder, { recursive: true })
  await Promise.all(Object.entries(files).map(async ([name, bytes]) => writeFile(path.join(folder, name), await bytes)))
}

if (process.argv[1] === import.meta.filename) await drawIcons(process.argv[2] ?? 'dist/client')
