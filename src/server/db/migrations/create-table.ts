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

const rowsAtOnce = 500

type Data = Record<string, unknown>
type Change = (data: Data) => Data

interface Row {
  id: string | number
  one: string | null
  other: string | null
}

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)

const inJson = (json: string | null, change: Change): string | null => {
  const data: unknown = json === null ? null : JSON.parse(json)
  return isData(data) ? JSON.stringify(change(data)) : json
}

/** A journaled state: of an entry, or of the order, which has no data. */
const inState =
  (change: Change): Change =>
  (state) =>
    Object.fromEntries(
      Object.entries(state).map(([name, part]) => [
        name,
        (name === 'draft' || name === 'published') && isData(part) ? change(part) : part,
      ]),
    )

const changeRows = async (
  db: Kysely<unknown>,
  [table, one, other]: readonly [table: string, one: string, other: string],
  collection: string,
  change: Change,
) => {
  const [from, first, second] = [sql.ref(table), sql.ref(one), sql.ref(other)]
  for (let last: Row['id'] | undefined; ; ) {
    const behind = last === undefined ? sql`` : sql`and id > ${last}`
    const { rows } = await sql<Row>`
      select id, ${first} as one, ${second} as other from ${from}
      where collection = ${collection} ${behind} order by id limit ${rowsAtOnce}`.execute(db)
    for (const row of rows)
      await sql`update ${from} set ${first} = ${inJson(row.one, change)}, ${second} = ${inJson(row.other, change)}
        where id = ${row.id}`.execute(db)
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)?.id
  }
}

/** Changes the data of all entries of a collection: drafts and what is published, in the journal, and in the content of the last publish. */
export const changeEntryData = async (db: Kysely<unknown>, collection: string, change: Change): Promise<void> => {
  await changeRows(db, ['entries', 'draft', 'published'], collection, change)
  await changeRows(db, ['changes', 'before', 'after'], collection, inState(change))
  const inContent: Change = (content) => {
    const list = content[collection]
    return Array.isArray(list)
      ? { ...content, [collection]: list.map((one) => (isData(one) ? change(one) : one)) }
      : content
  }
  const { rows } = await sql<{ data: string }>`select data from published_content`.execute(db)
  for (const { data } of rows) await sql`update published_content set data = ${inJson(data, inContent)}`.execute(db)
}
