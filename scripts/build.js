// Builds what the product runs on into dist/: the browser's files, then the server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { writeBillOfMaterials } from './bill-of-materials.js'
import { exitOf } from './exit-reason.js'

/** What is built, each into its folder under dist/. */
export const parts = ['client', 'admin', 'preview', 'server']

const worker = path.join(import.meta.dirname, 'build-part.js')

/** A process of its own gives all its memory back before the next part begins: 440 MB is the most at any time, not the sum. */
const buildApart = async (part, args) => {
  const child = spawn(process.execPath, [worker, part, ...args], { stdio: 'inherit' })
  const [code, signal] = await once(child, 'exit')
  if (code === 0) return
  const { code: exitCode, reason } = exitOf(code, signal)
  console.error(`The ${part} part was not built: ${reason}.`)
  process.exit(exitCode)
}

if (process.argv[1] === import.meta.filename) {
  const started = performance.now()
  await mkdir('dist', { recursive: true })
  await writeBillOfMaterials('dist/sbom.cdx.json')
  for (const part of parts) await buildApart(part, process.argv.slice(2))
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
