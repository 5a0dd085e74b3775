import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'

const decoders = { br: brotliDecompressSync, gz: gunzipSync, zst: zstdDecompressSync }
const texts = Array.from({ length: 40 }, (_, n) => [`chunk-${n}.js`, `export const n = ${n}\n`.repeat(200)] as const)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vitrine-assets-'))
  for (const [name, text] of texts) writeFileSync(path.join(folder, name), text)
  writeFileSync(path.join(folder, 'font.woff2'), 'compressed already')
})
afterAll(() => rmSync(folder, { recursive: true }))

// Linux knows the peak of this program alone; `maxRSS` includes that of the process that started it.
const compress = `
  import { existsSync, readFileSync } from 'node:fs'
  const { compressAssets } = await import(process.argv[1])
  await compressAssets(process.argv[2])
  const status = '/proc/self/status'
  const peak = existsSync(status) ? /VmHWM:\\s+(\\d+)/.exec(readFileSync(status, 'utf8'))[1] : process.resourceUsage().maxRSS
  console.log(peak)
`

it('forty assets are compressed three ways within 200 MB', () => {
  const script = new URL('compress-assets.js', import.meta.url).href
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', compress, script, folder], { encoding: 'utf8' })
  expect(run.stderr).toBe('')
  expect(Number(run.stdout) / 1024).toBeLessThan(200)
  for (const [name, text] of texts)
    for (const [extension, decode] of Object.entries(decoders))
      expect(decode(readFileSync(path.join(folder, `${name}.${extension}`))).toString()).toBe(text)
  expect(readdirSync(folder).filter((name) => name.startsWith('font'))).toEqual(['font.woff2'])
})
