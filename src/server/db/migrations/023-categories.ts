import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { changeEntryData } from './create-table.ts'

type Data = Record<string, unknown>

/** A project's data with a list of categories, at the place of the one that it had. */
const withList = (data: Data): Data =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) =>
      name === 'category' ? ['categories', typeof value === 'string' && value !== '' ? [value] : []] : [name, value],
    ),
  )

/** Those that every site had until now. */
const fixed = [
  { id: 'design', label: 'Design', slug: 'design' },
  { id: 'brand', label: 'Brand', slug: 'brand' },
  { id: 'photos', label: 'Photos', slug: 'photos' },
]

/** Projects have a list of categories; the settings keep the addresses that categories had before. */
export const categories = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql`alter table settings add column former text not null default '[]'`.execute(db)
    await changeEntryData(db, 'projects', withList)
    const { rows } = await sql<{ data: string }>`select data from published_content`.execute(db)
    for (const { data } of rows) {
      const content = JSON.parse(data) as Data
      const changed = JSON.stringify({ ...content, settings: { ...(content.settings as Data), categories: fixed } })
      await sql`update published_content set data = ${changed}`.execute(db)
    }
  },
})
