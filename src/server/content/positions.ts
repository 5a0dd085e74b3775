import { sql } from 'kysely'
import type { Collection } from '../../model/content/define-collection.ts'
import type { Redirect } from '../../model/publishing/published-content.ts'
import type { Reader, Trx } from '../db/database.ts'
import type { FormerSlug } from '../db/tables.ts'
import { collectionNamed, type Data, type EntryRow } from './entry-row.ts'

const standing = (reader: Reader, collection: string) =>
  reader.selectFrom('entries').where('collection', '=', collection).where('deleted_at', 'is', null)

/** Without the trash. */
export const countEntries = async (reader: Reader, collection: string): Promise<number> => {
  const { count } = await standing(reader, collection)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const orderedIds = async (reader: Reader, collection: string): Promise<string[]> => {
  const rows = await standing(reader, collection).select('id').orderBy('position').execute()
  return rows.map(({ id }) => id)
}

export const orderWithVersions = async (reader: Reader, collection: string) => {
  const rows = await standing(reader, collection).select(['id', 'version']).orderBy('position').execute()
  return { ids: rows.map(({ id }) => id), versions: rows.map(({ version }) => version) }
}

// The largest integer of Postgres.
export const beyond = 2_147_483_647

/** Moves the entries at the positions from `from` to before `to`. */
export const shift = (trx: Trx, collection: string, by: number, from: number, to = beyond) =>
  trx
    .updateTable('entries')
    .set(({ eb }) => ({ position: eb('position', '+', by) }))
    .where('collection', '=', collection)
    .where('deleted_at', 'is', null)
    .where('position', '>=', from)
    .where('position', '<', to)
    .execute()

/** Moves up the entries from a position on; returns the position to insert at, at most one after the last. */
export const openGap = async (trx: Trx, collection: string, wanted: number): Promise<number> => {
  const position = Math.min(wanted, (await countEntries(trx, collection)) + 1)
  await shift(trx, collection, 1, position)
  return position
}

export const closeGap = (trx: Trx, collection: string, position: number) => shift(trx, collection, -1, position + 1)

export const renumber = async (trx: Trx, ids: readonly string[]): Promise<void> => {
  // A statement has a bound on its parameters.
  for (let start = 0; start < ids.length; start += 500) {
    const piece = ids.slice(start, start + 500)
    const cases = piece.map((id, index) => sql`when ${id} then cast(${start + index + 1} as integer)`)
    await trx
      .updateTable('entries')
      .set({ position: sql<number>`case id ${sql.join(cases, sql` `)} end` })
      .where('id', 'in', piece)
      .execute()
  }
}

/** Bounds what one entry keeps; the oldest go. */
const mostFormer = 20

const slugField = ({ fields }: Collection) => Object.keys(fields).find((name) => fields[name]?.kind === 'slug')

const slugIn = (published: string | null, field: string): string | null => {
  const slug = published === null ? null : (JSON.parse(published) as Data)[field]
  return typeof slug === 'string' && slug !== '' ? slug : null
}

/** The row with the slug that it is no longer published under, if that changes, so that old links still lead to it. */
export const withFormerSlugs = (collection: Collection, row: EntryRow, before: EntryRow): EntryRow => {
  const field = slugField(collection)
  if (field === undefined || row.published === before.published) return row
  const [now, was] = [slugIn(row.published, field), slugIn(before.published, field)]
  const known = (JSON.parse(row.former) as FormerSlug[]).filter(({ slug }) => slug !== now)
  const left = was === null || was === now ? [] : [{ slug: was, until: new Date().toISOString() }]
  const former = [...left, ...known.filter(({ slug }) => slug !== was)].slice(0, mostFormer)
  return { ...row, former: JSON.stringify(former) }
}

/** Former slugs of published entries that nothing else is published under; the entry that had one last gets its visitors. */
export const readRedirects = async (reader: Reader): Promise<Redirect[]> => {
  const rows = await reader
    .selectFrom('entries')
    .select(['collection', 'published', 'former'])
    .where('former', '!=', '[]')
    .where('published', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  const newest = new Map<string, Redirect & { until: string }>()
  for (const { collection, published, former } of rows) {
    const field = slugField(collectionNamed(collection))
    const to = field === undefined ? null : slugIn(published, field)
    if (to === null) continue
    for (const { slug: from, until } of JSON.parse(former) as FormerSlug[]) {
      const key = `${collection}/${from}`
      if ((newest.get(key)?.until ?? '') < until) newest.set(key, { collection, from, to, until })
    }
  }
  return [...newest.values()].map(({ until: _, ...redirect }) => redirect)
}
