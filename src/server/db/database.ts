import type { Kysely, Transaction } from 'kysely'
import { Unavailable } from '../../model/errors.ts'
import type { PostgresTraits } from './postgres.ts'
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
type Announce = (version: number, hidden?: boolean) => void

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

interface StorageFailure {
  message: string
  /** ISO 8601. */
  since: string
}

const retryMs = 2000

/** `tryWriting` writes something small, or rejects; it is repeated after a failure until it succeeds. */
export const createStorageWatch = (tryWriting: () => Promise<void>) => {
  const listeners = new Set<(failing: StorageFailure | undefined) => void>()
  let failing: StorageFailure | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const turn = (now: StorageFailure | undefined) => {
    failing = now
    for (const listener of listeners) listener(now)
  }

  const soon = () => {
    if (!closed) timer = setTimeout(tryAgain, retryMs).unref()
  }
  const tryAgain = async () => {
    try {
      await tryWriting()
    } catch (error) {
      if (failing && error instanceof Unavailable) failing = { ...failing, message: error.message }
      soon()
      return
    }
    if (!closed) turn(undefined)
  }

  return {
    failure: (): StorageFailure | undefined => failing,
    report: (message: string): void => {
      if (failing || closed) return
      turn({ message, since: new Date().toISOString() })
      soon()
    },
    /** Calls the listener when writes begin to fail and when they work again, and at once while they fail. */
    onTurn: (listener: (failing: StorageFailure | undefined) => void): (() => void) => {
      listeners.add(listener)
      if (failing) listener(failing)
      return () => listeners.delete(listener)
    },
    close: (): void => {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** State of the store's writes. Each write is tried all the same and fails by itself. */
export type StorageWatch = ReturnType<typeof createStorageWatch>

/** Key of what the last process showed. */
export const shownPagesKey = 'pages last shown'

/** The value under this key of the store's own notes. */
export const readMeta = async (reader: Reader, key: string): Promise<string | undefined> =>
  (await reader.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value

/** Writes a value, whether the key had one or not. */
export const writeMeta = async (reader: Reader, key: string, value: string): Promise<void> => {
  await reader
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/**
 * Runs `act` once in each period, such as a week, in all processes together. False when it ran before, or when it says that it did
 * nothing: then it is tried again.
 */
export const oncePer = (
  db: Database,
  { key, period }: { key: string; period: string },
  act: (trx: Trx) => Promise<boolean>,
): Promise<boolean> =>
  db.exclusive(key, async (trx) => {
    if ((await readMeta(trx, key)) === period || !(await act(trx))) return false
    await writeMeta(trx, key, period)
    return true
  })

/** The store inside one change: everything written through it belongs to that change. */
export const joined = (database: Database, trx: Trx, announce: Announce): Database => ({
  ...database,
  kysely: trx,
  transaction: (work) => work(trx),
  exclusive: (_, work) => work(trx),
  readTransaction: (work) => work(trx),
  change: (work) => work(trx, announce),
})
