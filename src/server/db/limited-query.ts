import { Unavailable } from '../../model/errors.ts'
import { postgresError } from './postgres-error.ts'

type Send<T> = (sql: string, parameters: readonly unknown[]) => Promise<T>

const begins = /^(?:begin|start transaction)\b/
const ends = /^(?:commit|rollback)$/

/**
 * Queries of one connection, each under a time limit that the server holds and that ends with its transaction. A statement outside of a
 * transaction gets one of its own: through a pooler, no setting outlives a transaction.
 */
export const limitedQuery = <T>(send: Send<T>, limitMs: number): Send<T> => {
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
