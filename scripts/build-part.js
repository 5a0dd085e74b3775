// Builds one part into dist/: node scripts/build-part.js client|admin|preview|server [--quiet]
import { cp } from 'node:fs/promises'
import { createBuilder } from 'vite'
import { drawIcons } from './icons.js'

/** Builds one part. */
export const buildPart = async (part, { quiet = true, mode = 'production' } = {}) => {
  const builder = await createBuilder({ mode, logLevel: quiet ? 'warn' : 'info' })
  await builder.build(builder.environments[part])
  if (part === 'client') await drawIcons('dist/client')
  if (part === 'server') await cp('src/server/cv/typst', 'dist/server/typst', { recursive: true })
}

if (process.argv[1] === import.meta.filename)
  await buildPart(process.argv[2], { quiet: process.argv.includes('--quiet') })
