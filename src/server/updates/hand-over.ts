import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { packageRoot, runsFromSource } from '../process/package-root.ts'
import type { HandOverRequest } from './control-socket.ts'

/** The environment of the next version: nothing of npm, which would end it with this process. */
const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_') && name !== 'LISTEN_FDS'))

/**
 * Starts the process that keeps the listening socket `fd` open while this one ends, and then starts the next version on it. It sees the
 * end of this process by that of its input.
 */
export const startHandOver = async (request: HandOverRequest, dataDir: string, fd: number): Promise<void> => {
  const cli = fileURLToPath(new URL(runsFromSource ? 'src/cli.ts' : 'dist/server/cli.js', packageRoot))
  const child = spawn(process.execPath, [cli, 'hand-over', JSON.stringify({ ...request, dataDir })], {
    stdio: ['pipe', 'inherit', 'inherit', fd],
    env: environment(),
    detached: true,
  })
  await once(child, 'spawn')
  child.unref()
}
