import { execFile } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { packageRoot, runsFromSource } from '../process/package-root.ts'

/** Runs `vitrine backup --daily` in a child process, since copying a SQLite file blocks. Rejects with its error output. */
export const backUpInChildProcess = (env: NodeJS.ProcessEnv = process.env): Promise<void> =>
  new Promise((resolve, reject) => {
    const cli = fileURLToPath(new URL(runsFromSource ? 'src/cli.ts' : 'dist/server/cli.js', packageRoot))
    const child = execFile(process.execPath, [cli, 'backup', '--daily'], { env }, (error, _out, said) =>
      error ? reject(new Error(said.trim() || error.message)) : resolve(),
    )
    // Visitors come first, where the system permits it.
    child.once('spawn', () => {
      try {
        if (child.pid !== undefined) setPriority(child.pid, 10)
      } catch {}
    })
  })
