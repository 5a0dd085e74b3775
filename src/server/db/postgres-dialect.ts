import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { Unavailable } from '../../model/errors.ts'
import { postgresError, writesRefused } from './postgres-error.ts'

class PooledConnection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #failed: () => void
  readonly #onFailure: (message: string) => void
  #broken = false

  constructor(client: PoolClient, failed: () => void, onFailure: (message: string) => void) {
    this.#client = client
    this.#failed = failed
    this.#onFailure = onFailure
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { command, rowCount, rows } = await this.#client.query(sql, [...parameters])
      // A COMMIT of a transaction that an error has aborted is answered by ROLLBACK.
      if (sql === 'commit' && command === 'ROLLBACK') throw new Error('The transaction was rolled back.')
      const writes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
      return { rows: rows ?? [], ...(writes ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) }
    } catch (error) {
      const ours = postgresError(error)
      const refused = writesRefused(error)
      if (refused) this.#onFailure(refused)
      // An answer that did not come may still come, to the wrong question: never use the line again.
      if (ours instanceof Unavailable) {
        this.#broken = true
        this.#failed()
      }
      throw ours
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method; the store never streams.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported.')
  }

  async rollback() {
    if (!this.#broken) await this.#client.query('rollback').catch(() => (this.#broken = true))
  }

  release() {
    this.#client.release(this.#broken)
  }
}

const statement = (sql: string) => ({ sql, parameters: [] }) as unknown as CompiledQuery

class PoolDriver implements Driver {
  readonly #pool: Pool
  readonly #firstUsed = new WeakMap<PoolClient, number>()
  readonly #onFailure: (message: string) => void
  #lastFailure = 0

  constructor(pool: Pool, onFailure: (message: string) => void) {
    this.#pool = pool
    this.#onFailure = onFailure
    // A line that breaks fails what was asked on it, or is replaced when it rests; without listeners it would end the process.
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
  }

  async init() {}

  async acquireConnection() {
    const client = await this.#freshLine().catch((error) => {
      throw postgresError(error)
    })
    const failed = () => {
      this.#lastFailure = performance.now()
    }
    return new PooledConnection(client, failed, this.#onFailure)
  }

  // When one line has gone dead the others of its time have, too; each would cost somebody the whole timeout.
  async #freshLine(): Promise<PoolClient> {
    for (;;) {
      const client = await this.#pool.connect()
      const since = this.#firstUsed.get(client) ?? performance.now()
      this.#firstUsed.set(client, since)
      if (since >= this.#lastFailure) return client
      client.release(true)
    }
  }

  async beginTransaction(connection: PooledConnection, { isolationLevel, accessMode }: TransactionSettings) {
    const isolation = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    await connection.executeQuery(statement(`begin${isolation}${accessMode ? ` ${accessMode}` : ''}`))
  }

  async commitTransaction(connection: PooledConnection) {
    await connection.executeQuery(statement('commit'))
  }

  async rollbackTransaction(connection: PooledConnection) {
    await connection.rollback()
  }

  async releaseConnection(connection: PooledConnection) {
    connection.release()
  }

  async destroy() {
    await this.#pool.end()
  }
}

/** Postgres through a pool, with our errors, and lines that failed thrown away. `onFailure` hears when it takes no writes at all. */
export const postgresDialect = (pool: Pool, onFailure: (message: string) => void = () => {}): Dialect => ({
  createDriver: () => new PoolDriver(pool, onFailure),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
})
