// Builds one part: node scripts/build-part.js client|admin|preview|server [--out FOLDER] [--mode MODE] [--quiet]
import { globSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createBuilder } from 'vite'
import { packThemes } from '../src/server/themes/pack.ts'
import { drawIcons } from './icons.js'

/** Options of a build. The mode is `production`, `development` or `release`; the last one is bundled with all that can be. */
export const buildOptions = {
  out: { type: 'string', default: 'dist' },
  mode: { type: 'string', default: 'production' },
  quiet: { type: 'boolean', default: false },
}

/** Writes the built-in themes: their fonts as assets, all else into one file. */
const buildThemes = async (outDir) => {
  const packed = await packThemes('src/site/themes')
  for (const { url, bytes } of packed.flatMap(({ fonts }) => fonts)) await writeFile(path.join(outDir, url), bytes)
  await writeFile(path.join(outDir, 'themes.json'), JSON.stringify(packed.map(({ theme }) => theme)))
}

/** Builds one part into its folder. */
export const buildPart = async (part, { quiet = true, mode = 'production', out = 'dist' } = {}) => {
  const outDir = path.join(out, part)
  const environments = { [part]: { build: { outDir, emptyOutDir: true } } }
  const builder = await createBuilder({ mode, environments, logLevel: quiet ? 'warn' : 'info' })
  await builder.build(builder.environments[part])
  if (part === 'client') {
    await drawIcons(outDir)
    await buildThemes(outDir)
  }
  if (part === 'server')
    for (const folder of globSync('src/**/typst')) await cp(folder, path.join(outDir, 'typst'), { recursive: true })
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({ options: buildOptions, allowPositionals: true })
  await buildPart(positionals[0], values)
}
