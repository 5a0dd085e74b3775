import { collectionNames, findCollection } from '../../model/content/collections.ts'
import { withAliases } from '../../model/content/define-collection.ts'
import { pageData } from '../../model/content/public-data.ts'
import type { PublishedCollections } from '../../model/publishing/published-content.ts'
import type { Reader } from '../db/database.ts'
import { problemsOf, readLeniently } from './entry-row.ts'

/** A published entry as visitors see it; undefined when it no longer fits its schema. */
export const seen = (name: string, id: string, order: number, published: string) => {
  const collection = findCollection(name)
  if (!collection) return undefined
  const data = readLeniently(collection, JSON.parse(published))
  if (problemsOf(collection, data, 'shown')) return undefined
  return Object.freeze({ id, order, ...withAliases(collection.aliases, pageData(collection.fields, data)) })
}

interface CachedEntry {
  version: number
  updated_at: string
  position: number
  entry: ReturnType<typeof seen>
}

/** Bounds the names in one query. */
const mostAtOnce = 500

const textsOf = async (reader: Reader, ids: readonly string[]): Promise<Map<string, string | null>> => {
  const texts = new Map<string, string | null>()
  for (let from = 0; from < ids.length; from += mostAtOnce) {
    const rows = await reader
      .selectFrom('entries')
      .select(['id', 'published'])
      .where('id', 'in', ids.slice(from, from + mostAtOnce))
      .execute()
    for (const { id, published } of rows) texts.set(id, published)
  }
  return texts
}

/**
 * Reads all published entries, in order, without private and hidden values and without what no longer fits its schema, and the ISO time at
 * which each was published, by id. The text of an entry is read and parsed again only when its version or position has changed: that is rare.
 */
export const createPublishedEntries = () => {
  let before = new Map<string, CachedEntry>()
  return async (reader: Reader): Promise<PublishedCollections & { times: Record<string, string> }> => {
    const rows = await reader
      .selectFrom('entries')
      .select(['id', 'collection', 'position', 'version', 'updated_at', 'published_at'])
      .where('published', 'is not', null)
      .where('deleted_at', 'is', null)
      .orderBy('collection')
      .orderBy('position')
      .execute()
    const now = new Map<string, CachedEntry>()
    const times: [string, string][] = []
    const lists: Record<string, unknown[]> = Object.fromEntries(collectionNames.map((name) => [name, []]))
    const knownOf = ({ id, position, version, updated_at }: (typeof rows)[number]) => {
      const known = before.get(id)
      const isSame = known?.version === version && known.updated_at === updated_at && known.position === position
      return isSame ? known : undefined
    }
    const unknown = rows.filter((row) => !knownOf(row)).map(({ id }) => id)
    const texts = await textsOf(reader, unknown)
    for (const row of rows) {
      const { id, collection, position, version, updated_at } = row
      const text = texts.get(id)
      const read = text ? { version, updated_at, position, entry: seen(collection, id, position, text) } : undefined
      const kept = knownOf(row) ?? read
      if (!kept) continue
      now.set(id, kept)
      if (!kept.entry) continue
      lists[collection]?.push(kept.entry)
      times.push([id, row.published_at ?? updated_at])
    }
    before = now
    return { ...(lists as unknown as PublishedCollections), times: Object.fromEntries(times) }
  }
}
