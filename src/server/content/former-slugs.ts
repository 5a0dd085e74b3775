import type { Collection } from '../../model/content/define-collection.ts'
import type { Redirect } from '../../model/publishing/published-content.ts'
import type { Reader } from '../db/database.ts'
import type { FormerSlug } from '../db/tables.ts'
import { collectionNamed, type EntryRow } from './entry-row.ts'
import type { Data } from './lenient-read.ts'

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
