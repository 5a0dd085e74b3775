import { DatabaseSync } from 'node:sqlite'
import { sqliteError } from '../db/sqlite-error.ts'

/**
 * Copies a SQLite store into an empty file, as it is at one moment, while others write; deleted data in free pages is not copied.
 * Blocks the thread.
 */
export const copySqlite = (from: string, to: string): void => {
  try {
    const database = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
    try {
      database.prepare('vacuum into ?').run(to)
    } finally {
      database.close()
    }
  } catch (error) {
    const { message, errcode = 0 } = error as Error & { errcode?: number }
    throw sqliteError(message, errcode)
  }
}
