import { createHash, randomBytes } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { counted } from '../../model/counted.ts'
import { VitrineError } from '../../model/errors.ts'
import { oneDayMs, oneMinuteMs } from '../process/clock.ts'
import { backupFolder } from '../process/private-files.ts'

/** `vitrine-before-VERSION`: made before that version changes the tables. */
export type BackupKind = 'vitrine' | 'daily' | 'before-restore' | `vitrine-before-${string}`

interface StoredBackup {
  file: string
  kind: BackupKind
  /** Unix time in ms, from its name. */
  at: number
  bytes: number
}

const named =
  /^(vitrine|daily|before-restore|vitrine-before-\d[\w.-]{0,40}?)-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)\.backup$/

export const backupName = (kind: BackupKind, at: Date): string =>
  `${kind}-${at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}.backup`

/** Name for a file until it is whole, with the process that writes it. */
export const unfinished = (file: string): string => `${file}.${process.pid}-${randomBytes(4).toString('hex')}.part`

const tenMinutesMs = 10 * oneMinuteMs
const leftovers = [/^.+\.(?:(\d+)-)?[0-9a-f]{2,8}\.part(?:\.made)?(?:\.zst|-wal|-shm|-journal)?$/, /^update-[\w-]{6}$/]

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Deletes what killed commands left: whole copies of the store. Their process is gone, or they are a day old; a process on another machine
 * that shares the folder has ten minutes between two writes. Returns their number.
 */
export const sweepLeftovers = async (dataDir: string, now: number = Date.now()): Promise<number> => {
  let swept = 0
  for (const folder of [path.resolve(dataDir), backupFolder(dataDir)])
    for (const name of await readdir(folder).catch(() => [])) {
      const found = leftovers.map((pattern) => pattern.exec(name)).find((match) => match !== null)
      if (!found) continue
      const file = path.join(folder, name)
      const ageMs = now - ((await stat(file).catch(() => undefined))?.mtimeMs ?? now)
      const isAbandoned = found[1] !== undefined && !isRunning(Number(found[1])) && ageMs > tenMinutesMs
      if (!isAbandoned && ageMs <= oneDayMs) continue
      await rm(file, { recursive: true, force: true })
      swept += 1
    }
  return swept
}

/** Newest first; empty when there is no folder. */
export const listBackups = async (folder: string): Promise<StoredBackup[]> => {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const [, kind, day, hours, minutes, seconds] = named.exec(name) ?? []
      const file = path.join(folder, name)
      const bytes = kind && (await stat(file).catch(() => undefined))?.size
      const at = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
      return bytes && !Number.isNaN(at) ? [{ file, kind: kind as BackupKind, at, bytes }] : []
    }),
  )
  return found.flat().sort((a, b) => b.at - a.at)
}

/** Waits until the names in a folder are on the disk; on Windows, which cannot open a folder for that, it does nothing. */
export const syncFolder = async (folder: string, platform = process.platform): Promise<void> => {
  if (platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}

/** Number of versions from before which the newest backup is kept. */
const keptVersions = 3

/** Those backups from before an update that are deleted: all but the newest of each of the last three versions. One of the future counts as none. */
export const supersededUpdates = <B extends { kind: string; at: number }>(
  backups: readonly B[],
  now = Date.now(),
): B[] => {
  const newestFirst = backups
    .filter(({ kind, at }) => kind.startsWith('vitrine-before-') && at <= now)
    .sort((a, b) => b.at - a.at)
  const versions = new Set<string>()
  return newestFirst.filter(({ kind }) => {
    if (versions.has(kind) || versions.size === keptVersions) return true
    versions.add(kind)
    return false
  })
}

export const backupDescription = z.object({
  /** Format of the file: 2 is compressed, 1 is not. */
  format: z.literal([1, 2], 'A newer Vitrine made this backup. Restore it with that one.'),
  /** Time of its content, ISO 8601. */
  at: z.iso.datetime(),
  from: z.enum(['sqlite', 'postgres']),
  holds: z.object({ entries: z.int(), pictures: z.int(), messages: z.int(), accounts: z.int() }),
  /** Size of its database in bytes; format 1 does not have it. */
  database: z.int().optional(),
  /** Secret that seals its second factors: a generated one inside the backup, or a given one, recognized by `print`. */
  secret: z.object({ within: z.boolean(), print: z.string() }),
})
export type BackupDescription = z.infer<typeof backupDescription>

/** Recognizes a secret without revealing it. */
export const secretPrint = (secret: string): string =>
  createHash('sha256').update(`the print of ${secret}`).digest('hex').slice(0, 12)

export class UnusableBackup extends VitrineError {
  constructor(message: string) {
    super('invalid', message)
  }
}

export const describeContents = ({ entries, pictures, messages, accounts }: BackupDescription['holds']): string =>
  [
    counted(entries, 'entry', 'entries'),
    counted(pictures, 'image'),
    counted(messages, 'message'),
    counted(accounts, 'account'),
  ].join(', ')
