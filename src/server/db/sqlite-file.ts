import { accessSync, closeSync, constants, openSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

export interface OpenedFile {
  database: DatabaseSync
  /** Opened in a way that asks nothing of the disk, and that keeps other programs out or finds nothing new: not to be stayed with. */
  apart: boolean
}

// Primary result codes, https://sqlite.org/rescode.html: read-only, I/O error, full, cannot open.
const ofTheDisk = [8, 10, 13, 14]

const codeOf = (work: () => void): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  }
}

/** True when the log next to the file is empty and nobody can begin one. Only then may it be ignored. */
const isSealed = (file: string): boolean => {
  const log = `${file}-wal`
  const size = statSync(log, { throwIfNoEntry: false })?.size
  if (size !== undefined && size > 0) return false
  if (codeOf(() => accessSync(file, constants.W_OK)) === 'EROFS') return true
  if (size !== undefined) return false
  const refused = codeOf(() => closeSync(openSync(log, 'wx')))
  if (refused === undefined) rmSync(log)
  return refused === 'ENOSPC' || refused === 'EDQUOT'
}

const uri = (file: string, query: string) => `${pathToFileURL(file).href}?${query}`

const prepared = (name: string, options: DatabaseSyncOptions, prepare: (database: DatabaseSync) => void) => {
  const database = new DatabaseSync(name, options)
  try {
    prepare(database)
    // Only a read shows whether there is room for the log and its index.
    database.prepare('select count(*) from sqlite_master').get()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Opens a SQLite file, also where not a byte can be written. By itself SQLite reads no file in WAL without making two
 * others beside it. `unix-excl` keeps the log's index in memory, shared by all connections of the process, and keeps others out; on
 * a disk that is read-only the file is read as it stands. Throws the first refusal when nothing helps.
 * See docs/decisions/017-start-without-disk-space.md.
 */
export const openSqliteFile = (
  file: string,
  options: DatabaseSyncOptions,
  prepare: (database: DatabaseSync) => void = () => {},
): OpenedFile => {
  try {
    return { database: prepared(file, options, prepare), apart: false }
  } catch (error) {
    if (!ofTheDisk.includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)) throw error
    const ways = [
      () => prepared(uri(file, 'vfs=unix-excl'), { ...options, readOnly: false }, prepare),
      ...(isSealed(file) ? [() => prepared(uri(file, 'immutable=1'), { ...options, readOnly: true }, () => {})] : []),
    ]
    for (const open of ways) {
      try {
        return { database: open(), apart: true }
      } catch {
        // The first refusal says more than those of the detours.
      }
    }
    throw error
  }
}
