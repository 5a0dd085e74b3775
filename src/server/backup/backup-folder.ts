import { randomBytes } from 'node:crypto'
import { open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** `vitrine-before-VERSION`: made before that version changes the tables. */
export type BackupKind = 'vitrine' | 'daily' | 'before-restore' | `vitrine-before-${string}`

interface StoredBackup {
  file: string
  kind: BackupKind
  /** Unix time in ms, from its name. */
  at: number
  bytes: number
}

export const backupFolder = (dataDir: string): string => path.join(path.resolve(dataDir), 'backups')

const named =
  /^(vitrine|daily|before-restore|vitrine-before-\d[\w.-]{0,40}?)-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)\.backup$/

export const backupName = (kind: BackupKind, at: Date): string =>
  `${kind}-${at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}.backup`

export const unfinished = (file: string): string => `${file}.${randomBytes(4).toString('hex')}.part`

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

export const syncFolder = async (folder: string): Promise<void> => {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
