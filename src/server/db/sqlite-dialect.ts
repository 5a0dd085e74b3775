import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { Unavailable } from '../../model/errors.ts'
import { programFile } from '../process/package-root.ts'
import { isLocked, isOfTheDisk, openedApart, sqliteError } from './sqlite-error.ts'

/** A request to the worker. `inside`: the caller has a transaction open. */
export type SqliteRequest =
  | { id: number; kind: 'run'; sql: string; parameters: readonly unknown[]; inside: boolean }
  | { id: number; kind: 'release' }
  | { id: number; kind: 'close' }

/** Rows as arrays of values in the order of `columns`: half as dear to send between threads as objects. */
export interface SqliteResult {
  columns: string[]
  rows: unknown[][]
  changes?: number
}

/** `errcode` is SQLite's extended result code, 0 for other errors; `apart` as in `OpenedFile`. */
export type SqliteReply =
  | { id: number; result: SqliteResult; apart: boolean }
  | { id: number; error: { message: string; errcode: number } }

const workerFile = programFile('sqlite-worker', import.meta.url)

type Question = SqliteRequest extends infer R ? (R extends SqliteRequest ? Omit<R, 'id'> : never) : never

interface Waiting {
  resolve(result: QueryRows): void
  reject(error: Error): void
}

/** Rows as objects by column name. */
interface QueryRows {
  rows: Record<string, unknown>[]
  /** Of statements that return no rows. */
  changes?: number | undefined
}

const withNames = ({ columns, rows, changes }: SqliteResult): QueryRows => ({
  rows: rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (const [index, column] of columns.entries()) row[column] = values[index]
    return row
  }),
  changes,
})

const copied = (value: unknown): unknown => (value instanceof Uint8Array ? new Uint8Array(value) : value)

/**
 * Starts the worker at the first request, and again if it dies; its open requests then fail with `Unavailable`. `heap` bounds it, in
 * MB; `onFailure` is called when nothing can be written.
 */
const createSqliteClient = (
  file: string,
  { heap, onFailure }: { heap: number; onFailure: (message: string) => void },
) => {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let generation = 1
  let lastId = 0

  const start = (): Worker => {
    const started = new Worker(workerFile, {
      workerData: { file },
      resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: heap },
    })
    started.on('message', (reply: SqliteReply) => {
      const asked = waiting.get(reply.id)
      waiting.delete(reply.id)
      if ('error' in reply) {
        const error = sqliteError(reply.error.message, reply.error.errcode)
        if (isOfTheDisk(error)) onFailure(error.message)
        asked?.reject(error)
        return
      }
      if (reply.apart) onFailure(openedApart)
      asked?.resolve(withNames(reply.result))
    })
    // Without a listener the error would end the process; `exit` follows.
    started.on('error', () => {})
    started.on('exit', () => {
      if (worker === started) worker = undefined
      generation += 1
      for (const { reject } of waiting.values()) reject(new Unavailable('The database stopped; try again.'))
      waiting.clear()
    })
    return started
  }

  const ask = (question: Question): Promise<QueryRows> =>
    new Promise((resolve, reject) => {
      worker ??= start()
      lastId += 1
      const request = { ...question, id: lastId } as SqliteRequest
      waiting.set(lastId, { resolve, reject })
      if (request.kind === 'run' && request.parameters.some((value) => value instanceof Uint8Array)) {
        // Transferred instead of the caller's own bytes.
        const parameters = request.parameters.map(copied)
        const buffers = parameters.flatMap((value) =>
          value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : [],
        )
        worker.postMessage({ ...request, parameters }, buffers)
      } else worker.postMessage(request)
    })

  const close = async () => {
    if (!worker) return
    const ended = new Promise((resolve) => worker?.once('exit', resolve))
    await ask({ kind: 'close' })
    await ended
  }

  const release = async () => {
    if (worker) await ask({ kind: 'release' })
  }

  return {
    ask,
    /** Grows when the worker ends, which loses what was open in it. Never 0. */
    get generation() {
      return generation
    },
    /** Closes the file; the next request opens it again. */
    release,
    close,
  }
}

type SqliteClient = ReturnType<typeof createSqliteClient>

const createSerialQueue = () => {
  const waiting: (() => void)[] = []
  let taken = false
  const tryTake = (): boolean => {
    if (taken) return false
    taken = true
    return true
  }
  return {
    tryTake,
    take: async (): Promise<void> => {
      if (!tryTake()) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    release: (): void => {
      const next = waiting.shift()
      if (next) next()
      else taken = false
    },
  }
}

type SerialQueue = ReturnType<typeof createSerialQueue>

interface SqliteConnection {
  queue: SerialQueue
  release(): Promise<void>
}

const connections = new Map<string, Set<SqliteConnection>>()

const noteConnection = (file: string, connection: SqliteConnection): (() => void) => {
  const all = connections.get(file) ?? new Set()
  connections.set(file, all.add(connection))
  return () => all.delete(connection)
}

/**
 * Closes and reopens all connections of this process to a file at once: a lock that keeps others out ends with the last of them.
 * False, without effect, while a transaction is open.
 */
export const reopen = async (file: string): Promise<boolean> => {
  const taken: SqliteConnection[] = []
  try {
    for (const connection of connections.get(file) ?? []) {
      // Waiting for a turn while holding another could deadlock.
      if (!connection.queue.tryTake()) return false
      taken.push(connection)
    }
    await Promise.all(taken.map((connection) => connection.release()))
    return true
  } finally {
    for (const { queue: turns } of taken) turns.release()
  }
}

/** Longest wait in ms for the lock of another program, from its first refusal. */
export const sqliteDeadlines = { busyMs: 2000 }
const retryDelayMs = 15

class WorkerConnection implements DatabaseConnection {
  readonly #client: SqliteClient
  readonly #turns: SerialQueue
  /** Generation of the worker in which this connection's transaction is open; 0 outside of one. */
  #inside = 0

  constructor(client: SqliteClient, turns: SerialQueue) {
    this.#client = client
    this.#turns = turns
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = this.#inside
      ? await this.#ask(sql, parameters)
      : await this.#retryWhileLocked(async () => {
          await this.#turns.take()
          // The worker answers in order: the next request need not wait for this answer.
          const answer = this.#ask(sql, parameters)
          this.#turns.release()
          return answer
        })
    return { rows: rows as R[], ...(changes === undefined ? {} : { numAffectedRows: BigInt(changes) }) }
  }

  async begin(sql: string): Promise<void> {
    await this.#retryWhileLocked(async () => {
      await this.#turns.take()
      try {
        await this.#client.ask({ kind: 'run', sql, parameters: [], inside: false })
        this.#inside = this.#client.generation
      } catch (error) {
        this.#turns.release()
        throw error
      }
    })
  }

  async commit(): Promise<void> {
    await this.#ask('commit', [])
    this.#end()
  }

  async rollback(): Promise<void> {
    if (!this.#inside) return
    try {
      await this.#ask('rollback', [])
    } finally {
      this.#end()
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method; the store never streams.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported.')
  }

  #ask(sql: string, parameters: readonly unknown[]) {
    const inside = this.#inside !== 0
    if (inside && this.#inside !== this.#client.generation) {
      return Promise.reject(new Unavailable('The database was restarted; nothing was saved. Try again.'))
    }
    return this.#client.ask({ kind: 'run', sql, parameters, inside })
  }

  #end() {
    this.#inside = 0
    this.#turns.release()
  }

  // Others have their turn between two tries: a locked file stops writes, not reads.
  async #retryWhileLocked<T>(attempt: () => Promise<T>): Promise<T> {
    let until: number | undefined
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        // The wait for this process's own statements does not count.
        until ??= performance.now() + sqliteDeadlines.busyMs
        if (!isLocked(error) || performance.now() > until) throw error
        await sleep(retryDelayMs)
      }
    }
  }
}

const createDriver = (file: string, client: SqliteClient): Driver => {
  const turns = createSerialQueue()
  const forget = noteConnection(file, { queue: turns, release: client.release })
  return {
    init: async () => {},
    acquireConnection: async () => new WorkerConnection(client, turns),
    // A transaction that began by reading could be refused the lock half-way.
    beginTransaction: (connection: WorkerConnection, { accessMode }) =>
      connection.begin(accessMode === 'read only' ? 'begin' : 'begin immediate'),
    commitTransaction: (connection: WorkerConnection) => connection.commit(),
    rollbackTransaction: (connection: WorkerConnection) => connection.rollback(),
    releaseConnection: async () => {},
    destroy: async () => {
      await turns.take()
      forget()
      await client.close()
    },
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  // The driver serializes by itself, so that reads pass while a write waits for a lock.
  override get supportsMultipleConnections() {
    return true
  }
  override get supportsTransactionalDdl() {
    return true
  }
}

/** SQLite in one worker thread, whose `heap` is in MB; every commit is on the disk before it is answered. */
export const sqliteDialect = (
  file: string,
  { heap = 96, onFailure = () => {} }: { heap?: number; onFailure?: (message: string) => void } = {},
): Dialect => ({
  createDriver: () => createDriver(file, createSqliteClient(file, { heap, onFailure })),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new TransactionalSqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})
