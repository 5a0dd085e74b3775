import type { Kysely, Transaction } from 'kysely'
import type { StorageWatch } from './storage-watch.ts'
import type { Tables } from './tables.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

export type Trx = Transaction<Tables>

/** Source of a read: the database itself or a transaction on it. */
export type Reader = Kysely<Tables>

/**
 * The store: SQLite or Postgres behind one query code.
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
  /** Subscribes to changes of content, here or in another process, and to moments that may have missed one. The listener must return at once and not throw. */
  onChange(listener: () => void): () => void
  /** Notifies the other processes, once this is committed, that there is email to send. Does nothing on SQLite, where one process serves. */
  announceMail(trx: Trx): Promise<void>
  /** Subscribes to `announceMail` of other processes, and to moments that may have missed one. The listener must return at once and not throw. */
  onMail(listener: () => void): () => void
  /** Watches whether anything can be saved. */
  readonly storage: StorageWatch
  /** Finishes what is under way and closes the database. */
  close(): Promise<void>
}
