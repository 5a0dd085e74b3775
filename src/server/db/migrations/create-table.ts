import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../database.ts'

/** Creates tables and indexes, and names the column types that differ between SQLite and Postgres. */
export const schemaOf = (db: Kysely<unknown>, kind: DatabaseKind) => {
  const run = async (text: string) => {
    await sql.raw(text).execute(db)
  }
  const sqlite = kind === 'sqlite'
  return {
    run,
    bytes: sqlite ? 'blob' : 'bytea',
    long: sqlite ? 'integer' : 'bigint',
    real: sqlite ? 'real' : 'double precision',
    time: sqlite ? 'text' : 'timestamptz',
    truth: sqlite ? 'integer' : 'boolean',
    no: sqlite ? '0' : 'false',
    serial: sqlite ? 'integer primary key autoincrement' : 'bigserial primary key',
    /** `columns` has the SQL type of each name, or of several names separated by spaces. */
    createTable: (name: string, columns: Record<string, string>) => {
      const list = Object.entries(columns).flatMap(([names, type]) => names.split(' ').map((one) => `"${one}" ${type}`))
      // Without STRICT, SQLite would take a value that Postgres refuses.
      return run(`create table ${name} (${list.join(', ')})${sqlite ? ' strict' : ''}`)
    },
    /** `index` is its name, table and columns, as in SQL; `unique` is for a unique one. */
    createIndex: (index: string, unique = '') => run(`create ${unique} index ${index}`),
  }
}
