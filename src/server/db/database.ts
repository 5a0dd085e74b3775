import type { Kysely, Transaction } from 'kysely'
import type { StorageWatch } from './storage-watch.ts'
import type { Tables } from './tables.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

export type Trx = Transaction<Tables>

/** Where a read may happen: the database itself or a transaction on it. */
export type Reader = Kysely<Tables>

/** A row for the journal; `before` and `after` are stored as JSON. */
export interface NewChange {
  /** Who did it: an account's id, or a word such as `samples`. */
  by: string
  action: string
  collection: string
  entry?: string | null
  before: unknown
  after: unknown
  undoes?: number
}

/** Writes the journal row of the change in hand and returns its id. */
export type RecordChange = (change: NewChange) => Promise<number>

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
   * A change of content: one transaction, one after the other across all processes. When `work` has recorded something
   * and it is committed, every process is told.
   */
  change<T>(work: (trx: Trx, record: RecordChange) => Promise<T>): Promise<T>
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
