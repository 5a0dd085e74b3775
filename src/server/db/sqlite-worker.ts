import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { SqliteReply, SqliteRequest, SqliteResult } from './sqlite-request.ts'

// node:sqlite is synchronous; here it can make nobody wait but those who ask for data.

const statementsKept = 200
const anHour = 3_600_000

const open = (file: string): DatabaseSync => {
  // The waiting for another process's lock is done by the asker, so that reads can pass meanwhile.
  const opened = new DatabaseSync(file, { timeout: 20 })
  try {
    opened.exec('pragma journal_mode = wal')
    // NORMAL loses acknowledged writes in a power cut.
    opened.exec('pragma synchronous = full')
    opened.exec('pragma foreign_keys = on')
    opened.exec('pragma trusted_schema = off')
    opened.exec('pragma journal_size_limit = 8388608')
    return opened
  } catch (error) {
    opened.close()
    throw error
  }
}

const port = parentPort
if (!port) throw new Error('sqlite-worker runs in a worker thread')

let database: DatabaseSync | undefined
const statements = new Map<string, StatementSync>()

const prepared = (db: DatabaseSync, sql: string): StatementSync => {
  const known = statements.get(sql)
  if (known) {
    // Kept in the order of use: the first is the one to drop.
    statements.delete(sql)
    statements.set(sql, known)
    return known
  }
  const statement = db.prepare(sql)
  statements.set(sql, statement)
  if (statements.size > statementsKept) statements.delete(statements.keys().next().value as string)
  return statement
}

const run = (sql: string, parameters: readonly unknown[], inside: boolean): SqliteResult => {
  database ??= open(workerData.file)
  if (sql === 'rollback') {
    // SQLite rolls back by itself when the disk fails.
    if (database.isTransaction) database.exec(sql)
    return { rows: [] }
  }
  if (inside !== database.isTransaction) throw new Error('The transaction is over.')
  const statement = prepared(database, sql)
  const values = parameters as SQLInputValue[]
  if (statement.columns().length > 0) return { rows: statement.all(...values) }
  return { rows: [], changes: Number(statement.run(...values).changes) }
}

const checkpoint = setInterval(() => {
  if (database && !database.isTransaction) database.exec('pragma wal_checkpoint(truncate)')
}, anHour)

const close = () => {
  clearInterval(checkpoint)
  statements.clear()
  database?.close()
  database = undefined
}

const buffersOf = (rows: unknown[]): ArrayBuffer[] =>
  rows.flatMap((row) =>
    Object.values(row as object).flatMap((value) => (value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : [])),
  )

port.on('message', (request: SqliteRequest) => {
  const { id } = request
  try {
    if (request.kind === 'close') {
      close()
      port.postMessage({ id, result: { rows: [] } } satisfies SqliteReply)
      port.close()
      return
    }
    const result = run(request.sql, request.parameters, request.inside)
    port.postMessage({ id, result } satisfies SqliteReply, buffersOf(result.rows))
  } catch (error) {
    const { message, errcode = 0 } = error as Error & { errcode?: number }
    port.postMessage({ id, error: { message, errcode } } satisfies SqliteReply)
  }
})
