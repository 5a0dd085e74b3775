import { execFile } from 'node:child_process'
import { rm, stat } from 'node:fs/promises'
import { setPriority } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Unavailable } from '../../model/errors.ts'
import { readOnly } from '../db/read-only.ts'
import { type Clock, oneDayMs, oneHourMs, oneMinuteMs, systemClock } from '../process/clock.ts'
import type { Log } from '../process/log.ts'
import { packageRoot, runsFromSource } from '../process/package-root.ts'
import { backupFolder, freeBytes, makeFolder, megabyte } from '../process/private-files.ts'
import { listBackups, sweepLeftovers } from './backup-folder.ts'
import { type BackupSource, type MadeBackup, makeBackup } from './make-backup.ts'

const oneWeekMs = 7 * oneDayMs

export const keptBackups = { days: 7, weeks: 5 } as const

/**
 * The retained ones of these times (Unix, ms): the newest of each of the last seven days, and of the last five weeks, that have one.
 */
export const retainedBackups = (times: readonly number[]): Set<number> => {
  const newestFirst = [...times].sort((a, b) => b - a)
  const retained = new Set<number>()
  const spare = (span: number, count: number) => {
    const seen = new Set<number>()
    for (const time of newestFirst) {
      const one = Math.floor(time / span)
      if (seen.has(one)) continue
      if (seen.size === count) return
      seen.add(one)
      retained.add(time)
    }
  }
  spare(oneDayMs, keptBackups.days)
  spare(oneWeekMs, keptBackups.weeks)
  return retained
}

const sizeOfStore = async (source: BackupSource) => {
  if (source.databaseUrl !== undefined) {
    const [row] = await readOnly(source, (query) => query('select pg_database_size(current_database()) as size'))
    return Number(row?.size ?? 0)
  }
  return (await stat(path.join(source.dataDir, 'vitrine.db'))).size
}

/** Disk space in bytes that a backup leaves for the site. */
const spareBytes = 200 * megabyte

/** Throws `Unavailable`, with the figures, unless a backup fits and `reserve` bytes remain. */
export const assertDiskSpace = async (source: BackupSource, reserve = spareBytes): Promise<void> => {
  await makeFolder(source.dataDir, 0o700)
  const free = await freeBytes(source.dataDir)
  // For the copy and the backup made from it: images cannot be compressed.
  const needed = 2 * (await sizeOfStore(source)) + reserve
  if (free < needed)
    throw new Unavailable(
      `A backup needs ${Math.ceil(needed / megabyte)} MB where ${path.resolve(source.dataDir)} is, and ${Math.floor(free / megabyte)} MB are free. Make room, or move old backups elsewhere.`,
    )
}

/** Makes the backup of the day, then deletes old daily ones; others stay. */
export const dailyBackup = async (source: BackupSource, now = new Date()): Promise<MadeBackup> => {
  await assertDiskSpace(source)
  const made = await makeBackup(source, { kind: 'daily', now })
  const folder = backupFolder(source.dataDir)
  const today = now.getTime()
  // One of the future was made while the clock was ahead: it takes no place of an honest one, and stays.
  const before = (await listBackups(folder)).filter(
    ({ kind, at, file }) => kind === 'daily' && at <= today && file !== made.file,
  )
  const retained = retainedBackups([today, ...before.map(({ at }) => at)])
  // After a gap the clock may be ahead now: the next one deletes.
  const [last = Number.NaN, gap = Number.NaN] = [today, ...before.map(({ at }) => at)]
    .slice(0, 3)
    .flatMap((at, n, all) => (n === 0 ? [] : [(all[n - 1] as number) - at]))
  // A site that runs seldom has gaps that are alike.
  const isSteady = last <= oneWeekMs || (last <= 2 * gap && gap <= 2 * last)
  for (const { file, at } of isSteady ? before : []) if (!retained.has(at)) await rm(file, { force: true })
  await sweepLeftovers(source.dataDir, today)
  return made
}

/**
 * Runs `vitrine backup` in a child process, since copying a SQLite file blocks. Resolves with its output; rejects with its error output.
 * One for which nobody waits leaves the processor to visitors, where the system permits it.
 */
export const backUpInChildProcess = (args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<string> =>
  new Promise((resolve, reject) => {
    const cli = fileURLToPath(new URL(runsFromSource ? 'src/cli.ts' : 'dist/server/cli.js', packageRoot))
    const child = execFile(
      process.execPath,
      [cli, 'backup', ...args],
      { env: { ...env, NODE_NO_WARNINGS: '1' } },
      (error, out, said) => (error ? reject(new Error(said.trim() || error.message)) : resolve(out)),
    )
    child.once('spawn', () => {
      try {
        if (child.pid !== undefined && args.includes('--daily')) setPriority(child.pid, 10)
      } catch {}
    })
  })

/** A restart every minute must not make a backup each time. */
const firstPollMs = 5 * oneMinuteMs
const age = oneDayMs - 5 * oneMinuteMs

/**
 * Makes a backup each day: checks each hour whether the newest is a day old. A failure is logged, told to `note`, which hears nothing when all
 * is well again, and tried again an hour later. Returns a function that ends it.
 */
export const scheduleBackups = (
  { dataDir, log, note }: { dataDir: string; log: Log; note: (failure: string | undefined) => void },
  make: () => Promise<unknown> = () => backUpInChildProcess(['--daily']),
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
      note(undefined)
    } catch (error) {
      note((error as Error).message)
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
