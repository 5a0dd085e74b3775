import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { oneHourMs } from '../process/clock.ts'
import type { SqliteReply, SqliteRequest, SqliteResult } from './sqlite-dialect.ts'
import { openSqliteFile } from './sqlite-file.ts'

// node:sqlite is synchronous; in a thread it blocks nobody else.

const statementsKept = 200

const prepare = (database: DatabaseSync) => {
  database.exec('pragma journal_mode = wal')
  // NORMAL loses acknowledged writes in a power cut.
  database.exec('pragma synchronous = full')
  database.exec('pragma foreign_keys = on')
  database.exec('pragma trusted_schema = off')
  // What is deleted, such as a person's messages, is overwritten, not left in free pages.
  database.exec('pragma secure_delete = on')
  database.exec('pragma journal_size_limit = 8388608')
}

const port = parentPort
if (!port) throw new Error('sqlite-worker runs in a worker thread')

let database: DatabaseSync | undefined
let apart = false
const statements = new Map<string, StatementSync>()

const open = (file: string): DatabaseSync => {
  // The caller waits for another process's lock, so that reads can pass.
  const opened = openSqliteFile(file, { timeout: 20 }, prepare)
  apart = opened.apart
  return opened.database
}

const prepared = (db: DatabaseSync, sql: string): StatementSync => {
  const known = statements.get(sql)
  if (known) {
    // A Map keeps the order of insertion: the least recently used is the first.
    statements.delete(sql)
    statements.set(sql, known)
    return known
  }
  const statement = db.prepare(sql)
  statement.setReturnArrays(true)
  statements.set(sql, statement)
  if (statements.size > statementsKept) statements.delete(statements.keys().next().value as string)
  return statement
}

const nothing: SqliteResult = { columns: [], rows: [] }

interface RunResult {
  result: SqliteResult
  /** Bytes within the rows, to be handed over instead of copied. */
  buffers: ArrayBuffer[]
}

const buffersOf = (rows: unknown[][]): ArrayBuffer[] =>
  rows.flatMap((row) => row.flatMap((value) => (value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : [])))

const run = (sql: string, parameters: readonly unknown[], inside: boolean): RunResult => {
  database ??= open(workerData.file)
  if (sql === 'rollback') {
    // SQLite rolls back by itself when the disk fails.
    if (database.isTransaction) database.exec(sql)
    return { result: nothing, buffers: [] }
  }
  if (inside !== database.isTransaction) throw new Error('The transaction is over.')
  const statement = prepared(database, sql)
  const values = parameters as SQLInputValue[]
  const columns = statement.columns()
  if (columns.length === 0) {
    return { result: { ...nothing, changes: Number(statement.run(...values).changes) }, buffers: [] }
  }
  const rows = statement.all(...values) as unknown as unknown[][]
  // An expression has no declared type. Long lists of texts are not searched for bytes.
  const mayHoldBytes = columns.some(({ type }) => type === null || type === 'BLOB')
  return { result: { columns: columns.map(({ name }) => name), rows }, buffers: mayHoldBytes ? buffersOf(rows) : [] }
}

const checkpoint = setInterval(() => {
  if (database && !database.isTransaction) database.exec('pragma wal_checkpoint(truncate)')
}, oneHourMs)

const release = () => {
  statements.clear()
  database?.close()
  database = undefined
  apart = false
}

port.on('message', (request: SqliteRequest) => {
  const { id } = request
  try {
    if (request.kind !== 'run') {
      release()
      port.postMessage({ id, result: nothing, apart } satisfies SqliteReply)
      if (request.kind === 'release') return
      clearInterval(checkpoint)
      port.close()
      return
    }
    const { result, buffers } = run(request.sql, request.parameters, request.inside)
    port.postMessage({ id, result, apart } satisfies SqliteReply, buffers)
  } catch (error) {
    const { message, errcode = 0 } = error as Error & { errcode?: number }
    port.postMessage({ id, error: { message, errcode } } satisfies SqliteReply)
  }
})
