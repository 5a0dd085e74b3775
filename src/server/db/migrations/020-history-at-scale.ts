import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { changeSearchText } from '../../journal/change-search-text.ts'
import type { DatabaseKind } from '../database.ts'
import { schemaOf } from './create-table.ts'

const pieceSize = 500

interface Row {
  id: number
  collection: string
  before: string | null
  after: string | null
}

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json))

/** Text for searching the history, and indexes for its filters. */
export const historyAtScale = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { run, createIndex } = schemaOf(db, kind)
    await run(`alter table changes add column words text not null default ''`)
    for (let last = 0; ; ) {
      const { rows } = await sql<Row>`
        select id, collection, before, after from changes where id > ${last} order by id limit ${pieceSize}`.execute(db)
      for (const { id, collection, before, after } of rows)
        await sql`update changes set words = ${changeSearchText(collection, parsed(before), parsed(after))} where id = ${id}`.execute(
          db,
        )
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
