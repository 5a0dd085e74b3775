import { execFile } from 'node:child_process'
import { setPriority } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from '../log.ts'
import { type Clock, systemClock } from '../mail/clock.ts'
import { packageRoot, runsFromSource } from '../package-root.ts'
import { backupFolder, listBackups } from './backup-folder.ts'

const aMinute = 60_000
const anHour = 60 * aMinute

/** Not at once: a start has enough to do, and one that is repeated every minute needs none. */
const firstLook = 5 * aMinute
const age = 24 * anHour - 5 * aMinute

/**
 * Runs `vitrine backup --daily` in a process of its own, since copying a SQLite file blocks whoever does it. It reads the same environment.
 * Rejects with what it said.
 */
export const backUpApart = (env: NodeJS.ProcessEnv = process.env): Promise<void> =>
  new Promise((resolve, reject) => {
    const cli = fileURLToPath(new URL(runsFromSource ? 'src/cli.ts' : 'dist/server/cli.js', packageRoot))
    const child = execFile(process.execPath, [cli, 'backup', '--daily'], { env }, (error, _out, said) =>
      error ? reject(new Error(said.trim() || error.message)) : resolve(),
    )
    // Visitors and the owner come first. Where that cannot be had, it is made all the same.
    child.once('spawn', () => {
      try {
        if (child.pid !== undefined) setPriority(child.pid, 10)
      } catch {}
    })
  })

/**
 * Has a backup made each day while the site runs: looks each hour whether the newest is a day old. A try that fails is logged,
 * and the next hour tries again. Returns what ends it.
 */
export const keepBackingUp = (
  { dataDir, log }: { dataDir: string; log: Log },
  make: () => Promise<void> = backUpApart,
  clock: Clock = systemClock,
): (() => void) => {
  let callOff = () => {}
  let over = false
  const look = async () => {
    try {
      const now = clock.now()
      // One from the future was made by a clock that was wrong.
      const past = (await listBackups(backupFolder(dataDir))).filter(({ at }) => at <= now)
      if (now - (past.find(({ kind }) => kind === 'daily')?.at ?? 0) >= age) {
        await make()
        log.info('The daily backup is made', { folder: path.resolve(backupFolder(dataDir)) })
      }
    } catch (error) {
      if (!over) log.warn('The daily backup could not be made', { reason: (error as Error).message })
    }
    if (!over) callOff = clock.after(anHour, () => void look())
  }
  callOff = clock.after(firstLook, () => void look())
  return () => {
    over = true
    callOff()
  }
}
