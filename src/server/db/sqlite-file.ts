import { accessSync, closeSync, constants, openSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { diskCodes } from './sqlite-error.ts'

interface OpenedFile {
  database: DatabaseSync
  /** Opened without writing to the disk, in a way that locks others out or sees no changes: only for a while. */
  apart: boolean
}

const codeOf = (work: () => void): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  }
}

/** True when the write-ahead log is empty and nobody can begin one. Only then may it be ignored. */
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
    // Only a read shows whether there is disk space for the log and its index.
    database.prepare('select count(*) from sqlite_master').get()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Opens a SQLite file, also where nothing can be written, though SQLite makes two files next to one in WAL mode. `unix-excl` keeps the
 * index of the log in memory and other programs out; a file on a read-only disk is opened `immutable`. Throws the first error when
 * nothing helps. See docs/decisions/017-start-without-disk-space.md.
 */
export const openSqliteFile = (
  file: string,
  options: DatabaseSyncOptions,
  prepare: (database: DatabaseSync) => void = () => {},
): OpenedFile => {
  try {
    return { database: prepared(file, options, prepare), apart: false }
  } catch (error) {
    if (!diskCodes.includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)) throw error
    const ways = [
      () => prepared(uri(file, 'vfs=unix-excl'), { ...options, readOnly: false }, prepare),
      ...(isSealed(file) ? [() => prepared(uri(file, 'immutable=1'), { ...options, readOnly: true }, () => {})] : []),
    ]
    for (const open of ways) {
      try {
        return { database: open(), apart: true }
      } catch {}
    }
    throw error
  }
}
