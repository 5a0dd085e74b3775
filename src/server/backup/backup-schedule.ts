import path from 'node:path'
import { type Clock, systemClock } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import { backupFolder, listBackups } from './backup-folder.ts'
import { backUpInChildProcess } from './backup-process.ts'

const oneMinuteMs = 60_000
const oneHourMs = 60 * oneMinuteMs

/** Not at once: a start has enough to do, and one that is repeated every minute needs none. */
const firstPollMs = 5 * oneMinuteMs
const age = 24 * oneHourMs - 5 * oneMinuteMs

/**
 * Has a backup made each day while the site runs: looks each hour whether the newest is a day old. A try that fails is logged,
 * and the next hour tries again. Returns what ends it.
 */
export const scheduleBackups = (
  { dataDir, log }: { dataDir: string; log: Log },
  make: () => Promise<void> = backUpInChildProcess,
  clock: Clock = systemClock,
): (() => void) => {
  let cancel = () => {}
  let over = false
  const poll = async () => {
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
    if (!over) cancel = clock.schedule(oneHourMs, () => void poll())
  }
  cancel = clock.schedule(firstPollMs, () => void poll())
  return () => {
    over = true
    cancel()
  }
}
