import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { createEntries } from '../content/entries.ts'
import { columnNames } from './later-migrations.ts'

onEachDatabase('a store of the version before columns had the names of the glossary', (store) => {
  it('keeps what they hold and finds entries by it', async () => {
    const { database } = store()
    const entries = createEntries(database)
    const { id } = await entries.create('skills', { name: 'Sewing', percent: 1 }, { by: 'ann' })
    const tables = database.kysely as unknown as Kysely<Record<string, Record<string, unknown>>>
    const back = [
      'alter table entries rename column search_text to words',
      'alter table changes rename column search_text to words',
      'alter table messages rename column search_text to words',
      'alter table messages rename column label to verdict',
      'alter table deliveries rename column unknown_outcomes to unsure',
      'alter table spam_tokens rename column token to word',
      'alter table spam_tokens rename to spam_words',
    ]
    for (const statement of back) await sql.raw(statement).execute(tables)
    await tables.insertInto('spam_words').values({ word: 'casino', spam: 3, wanted: 1 }).execute()

    await columnNames(database.kind).up(database.kysely as unknown as Kysely<unknown>)
    expect(await database.kysely.selectFrom('spam_tokens').selectAll().execute()).toEqual([
      { token: 'casino', spam: 3, wanted: 1 },
    ])
    expect((await entries.list('skills', { q: 'sewing' })).entries.map((entry) => entry.id)).toEqual([id])
    expect(await database.kysely.selectFrom('changes').select('search_text').execute()).toEqual([
      { search_text: expect.stringContaining('sewing') },
    ])
  })
})
