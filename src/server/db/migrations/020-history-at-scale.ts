import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../database.ts'
import { schemaOf } from './create-table.ts'

const pieceSize = 500

interface Row {
  id: number
  collection: string
  before: string | null
  after: string | null
}

type State = Record<string, unknown>

const maxLength = 800

/** The field that named an entry when this was written; the others had `name`. */
const titles = new Map(
  Object.entries({
    educations: 'faculty',
    projects: 'title',
    services: 'title',
    testimonials: 'fullname',
  }),
)

const asState = (value: unknown): State => (typeof value === 'object' && value !== null ? (value as State) : {})

const contentIn = (json: string | null): State => {
  const state = asState(json === null ? null : JSON.parse(json))
  return state.draft === undefined ? state : asState(state.draft)
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The name of what changed, and both texts of each field that did, in lower case without accents. */
const wordsOf = ({ collection, before, after }: Row): string => {
  const [was, is] = [contentIn(before), contentIn(after)]
  const title = titles.get(collection) ?? 'name'
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => name !== title && JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  )
  const texts = [title, ...changed].flatMap((name) => [...textsIn(is[name]), ...textsIn(was[name])])
  const text = [...new Set(texts)].join('\n')
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().slice(0, maxLength)
}

/** Text for searching the history, and indexes for its filters. */
export const historyAtScale = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { run, createIndex } = schemaOf(db, kind)
    await run(`alter table changes add column words text not null default ''`)
    for (let last = 0; ; ) {
      const { rows } = await sql<Row>`
        select id, collection, before, after from changes where id > ${last} order by id limit ${pieceSize}`.execute(db)
      for (const row of rows) await sql`update changes set words = ${wordsOf(row)} where id = ${row.id}`.execute(db)
      last = rows.at(-1)?.id ?? last
      if (rows.length < pieceSize) break
    }
    await createIndex('changes_actor on changes (actor, id)')
    await createIndex('changes_action on changes (action, id)')
    await createIndex('changes_at on changes (at, id)')
    // SQLite searches this index alone; a row with both its states may be long. An index entry of Postgres is bounded.
    if (kind === 'sqlite')
      await createIndex('changes_search on changes (id, actor, action, collection, entry, batch, words)')
  },
})
