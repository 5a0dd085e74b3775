import type { Kysely, Transaction } from 'kysely'
import type { PostgresTraits } from './statement-limit.ts'
import type { StorageWatch } from './storage-watch.ts'
import type { Tables } from './tables.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

export type Trx = Transaction<Tables>

export type Reader = Kysely<Tables>

/** The way in which this process learns what other processes change. */
export interface Following {
  /** `direct notices`: over DATABASE_DIRECT_URL. */
  by: 'notices' | 'direct notices' | 'polling'
  /** Why notices do not come where they should. */
  problem: string | undefined
}

/** The changes of one transaction: the ids of the first and the last, and whether visitors see nothing of any. */
export interface Changes {
  first: number
  last: number
  hidden: boolean
}

/** Takes the id of a change, which is the content's new version. */
export type Announce = (version: number, hidden?: boolean) => void

/**
 * The store: SQLite or Postgres behind one query code.
 * Everything rejects with `Unavailable` when the database is away, locked for more than 2 s, or full.
 */
export interface Database {
  readonly kind: DatabaseKind
  /** Undefined for SQLite. */
  readonly postgres: PostgresTraits | undefined
  /** Reads and single statements. Inside a transaction use the transaction, or the statement waits for itself. */
  readonly kysely: Reader
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>
  /** One such transaction of this name at a time, across all processes: for what counts rows before it adds one. */
  exclusive<T>(name: string, work: (trx: Trx) => Promise<T>): Promise<T>
  readTransaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>
  /**
   * One write transaction at a time across all processes. Every process hears of what is announced after the commit.
   */
  change<T>(work: (trx: Trx, announce: Announce) => Promise<T>): Promise<T>
  /**
   * Subscribes to content changes, here or in another process, also to those that may have been missed, which nobody describes. The
   * listener must return at once and not throw.
   */
  onChange(listener: (changes?: Changes) => void): () => void
  following(): Following
  /** Tells the other processes, after the commit, that there is email to send. SQLite has no other process that sends. */
  announceMail(trx: Trx): Promise<void>
  onMail(listener: () => void): () => void
  /** Tells the other processes, after the commit, that a connection was set up or removed. */
  announceConnections(trx: Trx): Promise<void>
  /** Subscribes to connections that another process has changed, or may have. */
  onConnections(listener: () => void): () => void
  readonly storage: StorageWatch
  close(): Promise<void>
}
