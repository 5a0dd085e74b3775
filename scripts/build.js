// Builds what the product runs on: the browser's files, then the server: node scripts/build.js [--out FOLDER] [--mode MODE] [--quiet]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { writeBillOfMaterials } from './bill-of-materials.js'
import { buildOptions } from './build-part.js'
import { exitOf } from './exit-reason.js'

/** What is built, each into its folder. */
export const parts = ['client', 'admin', 'preview', 'server']

// With one thread, and memory given back at once, the bundler takes a quarter less of it: decision 029.
const env = { ...process.env, RAYON_NUM_THREADS: '1', TOKIO_WORKER_THREADS: '1', MIMALLOC_PURGE_DELAY: '0' }

/** A process of its own gives all its memory back before the next one begins: the most at any time counts, not the sum. */
const runApart = async (part, script, ...args) => {
  const file = path.join(import.meta.dirname, script)
  const child = spawn(process.execPath, ['--max-semi-space-size=2', file, ...args], { stdio: 'inherit', env })
  const [code, signal] = await once(child, 'exit')
  if (code === 0) return
  const { code: exitCode, reason } = exitOf(code, signal)
  console.error(`The ${part} part was not built: ${reason}.`)
  process.exit(exitCode)
}

if (process.argv[1] === import.meta.filename) {
  const started = performance.now()
  const { out } = parseArgs({ options: buildOptions }).values
  await mkdir(out, { recursive: true })
  await writeBillOfMaterials(path.join(out, 'sbom.cdx.json'))
  for (const part of parts) {
    await runApart(part, 'build-part.js', part, ...process.argv.slice(2))
    // Nothing of the server travels to a browser.
    if (part !== 'server') await runApart(part, 'compress-assets.js', path.join(out, part))
  }
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
