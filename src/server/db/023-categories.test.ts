import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { plantExampleImages } from '../../../tests/support/example-images.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { examples } from '../../model/content/examples.ts'
import { createEntries } from '../content/entries.ts'
import { contentVersion } from '../journal/journal.ts'
import { categories } from './later-migrations.ts'

const by = 'owner'

/** JSON of a row as the version before wrote it. */
const asBefore = (json: string) => json.replaceAll(/"categories":\["(\w+)"\]/g, '"category":"$1"')

onEachDatabase('a store of the version in which a project had one category', (store) => {
  it('keeps it, in drafts, on the page and in the history, and undoes old changes', async () => {
    const { database } = store()
    const tables = database.kysely as unknown as Kysely<Record<string, Record<string, string>>>
    await plantExampleImages(database)
    const entries = createEntries(database)
    const [example] = examples.projects
    if (!example) throw new Error('The examples are gone.')
    const { id, version } = await entries.create('projects', { ...example, categories: ['photos'] }, { by })
    await entries.update('projects', id, { categories: ['brand'] }, { by, version })
    await entries.update('projects', id, { categories: ['design'] }, { by, version: version + 1, publish: false })

    await tables.schema.alterTable('settings').dropColumn('former').execute()
    for (const { id: row, draft, published } of await tables.selectFrom('entries').selectAll().execute())
      await tables
        .updateTable('entries')
        .set({ draft: asBefore(String(draft)), published: asBefore(String(published)) })
        .where('id', '=', String(row))
        .execute()
    for (const { id: row, before, after } of await tables.selectFrom('changes').selectAll().execute())
      await tables
        .updateTable('changes')
        .set({ before: before ? asBefore(before) : null, after: asBefore(String(after)) } as never)
        .where('id', '=', row as string)
        .execute()
    const old = await tables.selectFrom('entries').selectAll().executeTakeFirstOrThrow()
    expect([old.draft, old.published]).toEqual([
      expect.stringContaining('"category":"design"'),
      expect.stringContaining('"category":"brand"'),
    ])
    await tables
      .insertInto('published_content')
      .values({
        id: 1,
        version: 1,
        updated_at: '2026-05-04T10:00:00.000Z',
        data: '{"settings":{"name":"Mira"},"projects":[{"title":"Tide","category":"brand"}]}',
      } as never)
      .execute()

    await categories().up(tables as never)
    const { data } = await entries.get('projects', id)
    expect(data.categories).toEqual(['design'])
    expect((await entries.published()).projects).toMatchObject([{ id, categories: ['brand'] }])
    const kept = await tables.selectFrom('published_content').select('data').executeTakeFirstOrThrow()
    expect(JSON.parse(String(kept.data))).toMatchObject({
      settings: { name: 'Mira', categories: [{ id: 'design' }, { id: 'brand' }, { id: 'photos' }] },
      projects: [{ title: 'Tide', categories: ['brand'] }],
    })
    const journal = journalOf(database)
    const last = await contentVersion(database.kysely)
    await journal.undo(last, { by })
    await journal.undo(last - 1, { by })
    expect((await entries.published()).projects).toMatchObject([{ id, categories: ['photos'] }])
  })
})
