import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { sampleSettings } from '../../model/settings/sample-settings.ts'
import { createEntries } from '../content/entries.ts'
import { createSettings } from '../settings/settings-store.ts'
import { drafts } from './later-migrations.ts'

const by = 'owner'
const at = (minute: number) => `2026-05-04T10:0${minute}:00.000Z`

/** Takes the tables back to those of the version before. */
const takeBack = async (kysely: Kysely<Record<string, Record<string, unknown>>>) => {
  for (const index of ['entries_due', 'entries_pending']) await kysely.schema.dropIndex(index).execute()
  for (const column of ['published_at', 'schedule', 'due_at'])
    await kysely.schema.alterTable('entries').dropColumn(column).execute()
  for (const column of ['published', 'published_at'])
    await kysely.schema.alterTable('settings').dropColumn(column).execute()
  await sql`alter table settings rename column draft to data`.execute(kysely)
}

onEachDatabase('a store of the version before drafts of settings', (store) => {
  it('keeps its settings live, knows when entries were published, and undoes old changes', async () => {
    const { database } = store()
    const { kysely } = database
    const tables = kysely as unknown as Kysely<Record<string, Record<string, unknown>>>
    await takeBack(tables)
    const old = { ...sampleSettings, name: 'Mira' }
    await tables
      .insertInto('settings')
      .values({ id: 1, data: JSON.stringify(sampleSettings), version: 2, updated_at: at(3) })
      .execute()
    const change = { actor: by, action: 'update', collection: 'settings', entry: null, undoes: null }
    await tables
      .insertInto('changes')
      .values([
        { ...change, at: at(1), before: null, after: JSON.stringify(old) },
        { ...change, at: at(3), before: JSON.stringify(old), after: JSON.stringify(sampleSettings) },
      ])
      .execute()
    const skill = (name: string) => JSON.stringify({ name, percent: 50 })
    const entry = (id: string, draft: string, published: string | null, position: number) => ({
      ...{ id, collection: 'skills', position, draft, published, search_text: '', version: 1, deleted_at: null },
      ...{ created_at: at(0), updated_at: at(5) },
    })
    await tables
      .insertInto('entries')
      .values([
        entry('live', skill('Go'), skill('Go'), 1),
        entry('changed', skill('Zig'), skill('Ada'), 2),
        entry('off', skill('C'), null, 3),
        entry('never', skill('D'), null, 4),
      ])
      .execute()
    const state = (draft: string, published: string | null) =>
      JSON.stringify({ draft: JSON.parse(draft), published: published && JSON.parse(published) })
    const of = (id: string, minute: number, before: string | null, after: string) => ({
      ...{ actor: by, action: 'update', collection: 'skills', entry: id, undoes: null, at: at(minute), before, after },
    })
    await tables
      .insertInto('changes')
      .values([
        of('changed', 2, null, state(skill('Ada'), skill('Ada'))),
        of('changed', 4, state(skill('Ada'), skill('Ada')), state(skill('Zig'), skill('Ada'))),
        of('off', 1, null, state(skill('C'), skill('C'))),
        of('off', 2, state(skill('C'), skill('C')), state(skill('C'), null)),
        of('never', 1, null, state(skill('D'), null)),
      ])
      .execute()

    await drafts().up(kysely as unknown as Kysely<unknown>)

    const settings = createSettings(database)
    expect(await settings.draft()).toMatchObject({ status: 'published', version: 2, publishedAt: at(3) })
    expect((await settings.get()).settings).toEqual(sampleSettings)
    const entries = createEntries(database)
    const times = (await entries.list('skills')).entries.map(({ id, publishedAt }) => [id, publishedAt])
    expect(times).toEqual([
      ['live', at(5)],
      ['changed', at(2)],
      ['off', at(1)],
      ['never', null],
    ])
    const journal = journalOf(database)
    const [newest] = (await journal.list({ collection: 'settings' })).changes
    await journal.undo(newest?.id ?? 0, { by })
    expect((await settings.get()).settings.name).toBe('Mira')
    expect(await settings.draft()).toMatchObject({ status: 'published', publishedAt: at(1) })
  })
})
