import type { Kysely, Transaction } from 'kysely'
import type { StorageWatch } from './storage-watch.ts'
import type { Tables } from './tables.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

export type Trx = Transaction<Tables>

/** Where a read may happen: the database itself or a transaction on it. */
export type Reader = Kysely<Tables>

/**
 * The store's ground: SQLite or Postgres behind one query code.
 * Everything rejects with `Unavailable` when the database is away, locked for more than 2 s, or full.
 */
export interface Database {
  readonly kind: DatabaseKind
  /** For reads and single statements. Inside a transaction use what it hands you, or it waits for itself. */
  readonly kysely: Reader
  /** Runs `work` in one write transaction; rolls back when it throws. */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>
  /** Runs `work` over one unchanging view of the data. */
  readTransaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>
  /**
   * A write in one transaction, one after the other across all processes. `announce` takes the content's new version: once it
   * is committed, every process hears of it. `journaled` does so for each row of the journal.
   */
  change<T>(work: (trx: Trx, announce: (version: number) => void) => Promise<T>): Promise<T>
  /** Tells that content was changed, here or in another process, or that it may have been. The listener must return at once and not throw. */
  onChange(listener: () => void): () => void
  /** Tells the other processes, once this is committed, that there is e-mail to be sent. On SQLite nobody is told: one process serves. */
  announceMail(trx: Trx): Promise<void>
  /** Calls when another process has told so, or may have. The listener must return at once and not throw. */
  onMail(listener: () => void): () => void
  /** Whether anything can be saved just now. */
  readonly storage: StorageWatch
  /** Finishes what is under way and lets go of the database. */
  close(): Promise<void>
}
