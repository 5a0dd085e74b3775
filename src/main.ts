import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { runLean } from './server/process/lean-process.ts'
import { keepFilesPrivate } from './server/process/private-files.ts'

keepFilesPrivate()
runLean()
// Spares each start but the first the compiling of the bundle. It goes with the build that it belongs to.
enableCompileCache(fileURLToPath(new URL('compile-cache', import.meta.url)))
const [{ serve }, { exitWithError }] = await Promise.all([
  import('./serve.ts'),
  import('./server/process/exit-with-error.ts'),
])
await serve(process.argv.slice(2)).catch(exitWithError)
