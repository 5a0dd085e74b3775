import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { HandOverRequest } from './control-socket.ts'

/** Migrations of a large store may take minutes. */
const timeoutMs = 600_000

/** Descriptor of the listening socket, here as in the process that takes over. */
const socket = 3

export const outcomeFile = (dataDir: string): string => path.join(path.resolve(dataDir), 'last-update.json')

export const handOverOutcome = z.object({
  /** Which of the two serves now; `none` when neither came up. */
  serves: z.enum(['to', 'back', 'none']),
  pid: z.int().optional(),
  /** Reason why the newer one did not come up. */
  reason: z.string().optional(),
})
export type HandOverOutcome = z.infer<typeof handOverOutcome>

const note = async (dataDir: string, outcome: HandOverOutcome) => {
  const file = outcomeFile(dataDir)
  await writeFile(`${file}.part`, JSON.stringify(outcome))
  await rename(`${file}.part`, file)
}

/** Starts a version on the socket. Resolves when it serves, to undefined; else to the reason, and it has ended. */
const start = async ({ node, program }: HandOverRequest['to']): Promise<{ child: ChildProcess; failure?: string }> => {
  const child = spawn(node, ['--max-semi-space-size=2', program, 'serve'], {
    stdio: ['ignore', 'inherit', 'inherit', socket, 'ipc'],
    env: { MALLOC_ARENA_MAX: '2', ...process.env, LISTEN_FDS: '1' },
    detached: true,
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const failure = await Promise.race([
    once(child, 'message').then(() => undefined),
    once(child, 'exit').then(([code, signal]) => (signal === null ? `exit code ${code}` : `ended by ${signal}`)),
    once(child, 'error').then(([error]) => (error as Error).message),
  ])
  clearTimeout(timer)
  return failure === undefined ? { child } : { child, failure }
}

/**
 * Waits for the end of the process that started this one, then starts the newer version on its socket, and the older one when that does
 * not come up. Visits wait in the socket meanwhile. Notes the outcome next to the data.
 */
export const takeOver = async (request: HandOverRequest & { dataDir: string }): Promise<void> => {
  process.stdin.resume()
  await once(process.stdin, 'end')
  const { dataDir, to, back } = request
  const newer = await start(to)
  if (newer.failure === undefined) await note(dataDir, { serves: 'to', pid: newer.child.pid })
  else {
    const older = await start(back)
    const came = older.failure === undefined
    await note(dataDir, { serves: came ? 'back' : 'none', pid: older.child.pid, reason: newer.failure })
  }
  process.exit(0)
}
