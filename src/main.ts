import { runLean } from './server/process/lean-process.ts'
import { keepCompiled } from './server/process/package-root.ts'
import { keepFilesPrivate } from './server/process/private-files.ts'

keepFilesPrivate()
runLean()
keepCompiled()
const [{ serve }, { exitWithError }] = await Promise.all([
  import('./serve.ts'),
  import('./server/process/exit-with-error.ts'),
])
await serve(process.argv.slice(2)).catch((error) => exitWithError(error))
