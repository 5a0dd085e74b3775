import { type Dialect, PostgresAdapter, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { Unavailable } from '../../model/errors.ts'
import { postgresError, writesRefused } from './postgres-error.ts'

type Send<T> = (sql: string, parameters: readonly unknown[]) => Promise<T>

const begins = /^(?:begin|start transaction)\b/
const ends = /^(?:commit|rollback)$/

/**
 * Queries of one connection, each under a time limit that the server holds and that ends with its transaction. A statement outside of a
 * transaction gets one of its own: through a pooler, no setting outlives a transaction.
 */
const limitedQuery = <T>(send: Send<T>, limitMs: number): Send<T> => {
  const limit = `set local statement_timeout = ${limitMs}`
  let inTransaction = false

  const alone: Send<T> = async (sql, parameters) => {
    await send(`begin; ${limit}`, [])
    try {
      const result = await send(sql, parameters)
      await send('commit', [])
      return result
    } catch (error) {
      // Else the connection is closed, and its transaction with it.
      if (!(postgresError(error) instanceof Unavailable)) await send('rollback', [])
      throw error
    }
  }

  return async (sql, parameters) => {
    if (begins.test(sql)) {
      inTransaction = true
      // Two statements have two results.
      return [await send(`${sql}; ${limit}`, parameters)].flat().at(-1) as T
    }
    if (ends.test(sql)) inTransaction = false
    else if (!inTransaction) return alone(sql, parameters)
    return send(sql, parameters)
  }
}

interface PostgresDialectOptions {
  /** Called when no write is possible. */
  onFailure?: (message: string) => void
  /** Longest time of a statement, in ms, where each transaction has to set it. */
  limitMs?: number | undefined
}

/**
 * Without Kysely's lock around migrations, which belongs to the session: after a failed migration a pooler would keep it. `migrate` takes
 * one that ends with its transaction.
 */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

class OurDialect extends PostgresDialect {
  override createAdapter() {
    return new Adapter()
  }
}

const rolledBack = { command: 'ROLLBACK', rowCount: 0, rows: [] }

/** Postgres through a pool, with our errors; a connection that failed is closed. */
export const postgresDialect = (
  pool: Pool,
  { onFailure = () => {}, limitMs }: PostgresDialectOptions = {},
): Dialect => {
  const firstUsed = new WeakMap<PoolClient, number>()
  let lastFailure = 0
  // A broken connection fails its own queries; without listeners it would also end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  // When one connection is dead, the older ones are, too; each would cost somebody the whole timeout.
  const connectFresh = async (): Promise<PoolClient> => {
    for (;;) {
      const client = await pool.connect()
      const since = firstUsed.get(client) ?? performance.now()
      firstUsed.set(client, since)
      if (since >= lastFailure) return client
      client.release(true)
    }
  }

  const connect = async () => {
    const client = await connectFresh().catch((error) => {
      throw postgresError(error)
    })
    const send = (sql: string, parameters: readonly unknown[]) => client.query(sql, [...parameters])
    const run = limitMs === undefined ? send : limitedQuery(send, limitMs)
    let broken = false
    const query = async (sql: string, parameters: readonly unknown[] = []) => {
      const isRollback = sql === 'rollback'
      if (broken && isRollback) return rolledBack
      try {
        return await run(sql, parameters)
      } catch (error) {
        const ours = postgresError(error)
        const refused = writesRefused(error)
        if (refused) onFailure(refused)
        // A late answer could be taken for that of the next query.
        if (ours instanceof Unavailable) lastFailure = performance.now()
        broken ||= isRollback || ours instanceof Unavailable
        // The first error of the transaction is the one to report.
        if (isRollback) return rolledBack
        throw ours
      }
    }
    return { query, release: (destroy?: boolean) => client.release(broken || destroy) } as unknown as PostgresPoolClient
  }
  return new OurDialect({ pool: { connect, end: () => pool.end(), options: pool.options } })
}
