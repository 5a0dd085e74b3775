import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** Reason of a backup: on request, daily, or before another one was restored. */
export type BackupKind = 'vitrine' | 'daily' | 'before-restore'

export interface StoredBackup {
  file: string
  kind: BackupKind
  /** Unix time in ms, as its name says. */
  at: number
  bytes: number
}

/** Folder of the daily backups. */
export const backupFolder = (dataDir: string): string => path.join(path.resolve(dataDir), 'backups')

const named = /^(vitrine|daily|before-restore)-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)\.backup$/

/** A name that tells what it is and when it was made, in UTC. */
export const backupName = (kind: BackupKind, at: Date): string =>
  `${kind}-${at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}.backup`

/** A name beside it for a file that is not whole yet. */
export const unfinished = (file: string): string => `${file}.${randomBytes(4).toString('hex')}.part`

/** The backups of a folder, the newest first. None when there is no folder. */
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
