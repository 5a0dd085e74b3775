import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { createEntries } from '../content/entries.ts'
import { spelledSearchTexts } from './later-migrations.ts'

const names = ['Işık', 'IŞIK', 'Tromsø', 'Łódź', 'Große Straße', 'ΟΔΟΣ', 'οδος', 'Ægir', 'Đorđe']
const queries = {
  isik: 2,
  IŞIK: 2,
  ışık: 2,
  tromso: 1,
  TROMSØ: 1,
  łódź: 1,
  lodz: 1,
  STRASSE: 1,
  straße: 1,
  ΟΔΟΣ: 2,
  οδός: 2,
  οδοσ: 2,
  aegir: 1,
  đorđe: 1,
}

const foldedBefore = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

onEachDatabase('The search', (store) => {
  it('finds letters without accents of their own by plain ones and in either case, in what was written before, too', async () => {
    const { database } = store()
    const [entries, journal] = [createEntries(database), journalOf(database)]
    for (const name of names) await entries.create('skills', { name, percent: 1 }, { by: 'ann' })
    const found = async () => {
      const counts: Record<string, number[]> = {}
      for (const q of Object.keys(queries))
        counts[q] = [(await entries.list('skills', { q })).entries.length, (await journal.list({ q })).changes.length]
      return counts
    }
    const expected = Object.fromEntries(Object.entries(queries).map(([q, count]) => [q, [count, count]]))
    expect(await found()).toEqual(expected)

    const tables = database.kysely as unknown as Kysely<unknown>
    for (const table of ['entries', 'changes']) {
      const { rows } = await sql<{ id: unknown }>`select id from ${sql.table(table)} order by id`.execute(tables)
      for (const [n, { id }] of rows.entries())
        await sql`update ${sql.table(table)} set search_text = ${foldedBefore(names[n] ?? '')} where id = ${id}`.execute(
          tables,
        )
    }
    expect((await found()).isik).toEqual([1, 1])
    await spelledSearchTexts(database.kind).up(tables)
    expect(await found()).toEqual(expected)
  })
})
