import path from 'node:path'
import { type Clock, systemClock } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import { backupFolder } from '../process/private-files.ts'
import { listBackups } from './backup-folder.ts'
import { backUpInChildProcess } from './backup-process.ts'

const oneMinuteMs = 60_000
const oneHourMs = 60 * oneMinuteMs

/** A restart every minute must not make a backup each time. */
const firstPollMs = 5 * oneMinuteMs
const age = 24 * oneHourMs - 5 * oneMinuteMs

/**
 * Makes a backup each day: checks each hour whether the newest is a day old. A failure is logged and tried again an hour later.
 * Returns a function that ends it.
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
      // A wrong clock made those from the future.
      const past = (await listBackups(backupFolder(dataDir))).filter(({ at }) => at <= now)
      if (now - (past.find(({ kind }) => kind === 'daily')?.at ?? 0) >= age) {
        await make()
        log.info('Daily backup made', { folder: path.resolve(backupFolder(dataDir)) })
      }
    } catch (error) {
      if (!over) log.warn('Daily backup failed', { reason: (error as Error).message })
    }
    if (!over) cancel = clock.schedule(oneHourMs, () => void poll())
  }
  cancel = clock.schedule(firstPollMs, () => void poll())
  return () => {
    over = true
    cancel()
  }
}
