// Builds one part: node scripts/build-part.js client|admin|preview|server [--out FOLDER] [--mode MODE] [--quiet]
import { globSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createBuilder } from 'vite'
import { drawIcons } from './icons.js'

/** Options of a build. The mode is `production`, `development` or `release`; the last one is bundled with all that can be. */
export const buildOptions = {
  out: { type: 'string', default: 'dist' },
  mode: { type: 'string', default: 'production' },
  quiet: { type: 'boolean', default: false },
}

/** Builds one part into its folder. */
export const buildPart = async (part, { quiet = true, mode = 'production', out = 'dist' } = {}) => {
  const outDir = path.join(out, part)
  const environments = { [part]: { build: { outDir, emptyOutDir: true } } }
  const builder = await createBuilder({ mode, environments, logLevel: quiet ? 'warn' : 'info' })
  await builder.build(builder.environments[part])
  if (part === 'client') await drawIcons(outDir)
  if (part === 'server')
    for (const folder of globSync('src/**/typst')) await cp(folder, path.join(outDir, 'typst'), { recursive: true })
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({ options: buildOptions, allowPositionals: true })
  await buildPart(positionals[0], values)
}
