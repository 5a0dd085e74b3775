import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { createEntries } from '../content/entries.ts'
import { historyAtScale } from './later-migrations.ts'

onEachDatabase('a store of the version before the search of the history', (store, { name }) => {
  it('finds its old changes by their words', async () => {
    const { database } = store()
    const tables = database.kysely as unknown as Kysely<unknown>
    const { id } = await createEntries(database).create('skills', { name: 'Sewing', percent: 1 }, { by: 'ann' })
    const about = { name: 'Graça Lima', position: 'Designer', live: 'Berlin' }
    const states = [null, { draft: about }, { draft: { ...about, position: 'Illustrator' } }].map((state) =>
      JSON.stringify(state),
    )
    for (const n of [1, 2])
      await sql`insert into changes (at, actor, action, collection, entry, before, after, search_text)
        values ('2026-01-01T00:00:00.000Z', 'ann', 'update', 'about', 'a', ${states[n - 1]}, ${states[n]}, '')`.execute(
        tables,
      )
    const indexes = ['changes_actor', 'changes_action', 'changes_at', ...(name === 'SQLite' ? ['changes_search'] : [])]
    for (const index of indexes) await tables.schema.dropIndex(index).execute()
    await tables.schema.alterTable('changes').dropColumn('search_text').execute()

    await historyAtScale(database.kind).up(tables)
    // Its name of today.
    await sql`alter table changes rename column words to search_text`.execute(tables)
    const { changes } = await journalOf(database).list({ q: 'sewing' })
    expect(changes.map(({ entry }) => entry)).toEqual([id])
    const { rows } = await sql<{ search_text: string }>`select search_text from changes order by id`.execute(tables)
    expect(rows.map(({ search_text }) => search_text)).toEqual([
      'sewing\n1',
      'graca lima\ndesigner\nberlin',
      'graca lima\nillustrator\ndesigner',
    ])
  })
})
