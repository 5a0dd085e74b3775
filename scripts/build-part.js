// Builds one part into dist/: node scripts/build-part.js client|admin|preview|server [--quiet]
import { createBuilder } from 'vite'
import { compressAssets } from './compress-assets.js'
import { drawIcons } from './icons.js'

/** Builds one part. In development nothing is compressed: nobody waits for bytes that travel within one machine. */
export const buildPart = async (part, { quiet = true, mode = 'production' } = {}) => {
  const builder = await createBuilder({ mode, logLevel: quiet ? 'warn' : 'info' })
  await builder.build(builder.environments[part])
  if (part === 'client') await drawIcons('dist/client')
  if (part !== 'server' && mode === 'production') await compressAssets(`dist/${part}`)
}

if (process.argv[1] === import.meta.filename)
  await buildPart(process.argv[2], { quiet: process.argv.includes('--quiet') })
