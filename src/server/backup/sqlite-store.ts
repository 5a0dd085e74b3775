import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { VitrineError } from '../../model/errors.ts'
import { sqliteError } from '../db/sqlite-error.ts'
import { backupFolder, makeFolder } from '../process/private-files.ts'
import { syncFolder } from './backup-folder.ts'

/**
 * Copies a SQLite store into an empty file, as it is at one moment, while others write; deleted data in free pages is not copied.
 * Blocks the thread.
 */
export const copySqlite = (from: string, to: string): void => {
  try {
    using database = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
    database.prepare('vacuum into ?').run(to)
  } catch (error) {
    const { message, errcode = 0 } = error as Error & { errcode?: number }
    throw sqliteError(message, errcode)
  }
}

const locked = 5

export const isSiteRunning = (): VitrineError =>
  new VitrineError('unavailable', 'The site is running. Stop it first (Ctrl-C, or its service), then restore.')

/** Locks a store's file and folds its log into it; undefined when it is too damaged. Throws while another process has it open. */
const take = (file: string): DatabaseSync | undefined => {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: 1000 })
    database.exec('pragma journal_mode = delete; begin exclusive')
    return database
  } catch (error) {
    database?.close()
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === locked) throw isSiteRunning()
    return undefined
  }
}

/** Throws while a process has this store open. */
export const refuseRunning = async (dataDir: string): Promise<void> => {
  const file = path.join(dataDir, 'vitrine.db')
  if (existsSync(file)) take(file)?.close()
}

const setAside = async (file: string, dataDir: string) => {
  await makeFolder(backupFolder(dataDir), 0o700)
  const stem = path.join(backupFolder(dataDir), `damaged-${new Date().toISOString().replaceAll(':', '')}.db`)
  for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) await rename(file + end, stem + end)
}

export const intoSqlite = async (copy: string, dataDir: string): Promise<void> => {
  const file = path.join(dataDir, 'vitrine.db')
  const there = existsSync(file)
  const held = there ? take(file) : undefined
  try {
    if (there && !held) await setAside(file, dataDir)
    // SQLite would take the log for the new file's.
    for (const end of ['-wal', '-shm']) await rm(file + end, { force: true })
    await rename(copy, file)
    await syncFolder(dataDir)
  } finally {
    held?.close()
  }
  await rm(path.join(dataDir, 'auth.secret'), { force: true })
}
