import { collectionNames, findCollection } from '../../model/content/collections/index.ts'
import { publicData } from '../../model/content/public-data.ts'
import type { PublishedCollections } from '../../model/content/published-content.ts'
import type { Reader } from '../db/database.ts'
import { problemsOf, readLeniently } from './lenient-read.ts'

/** Undefined when it no longer fits its schema. */
const seen = (name: string, id: string, order: number, published: string) => {
  const collection = findCollection(name)
  if (!collection) return undefined
  const data = readLeniently(collection, JSON.parse(published))
  if (problemsOf(collection, data, 'shown')) return undefined
  return Object.freeze({ id, order, ...publicData(collection.fields, data) })
}

interface CachedEntry {
  published: string
  position: number
  entry: ReturnType<typeof seen>
}

/**
 * Reads all published entries in one query, in order, without private and hidden values and without what no longer fits its schema. An entry
 * whose stored text is unchanged is not parsed again: that is most of the time.
 */
export const createPublishedEntries = () => {
  let before = new Map<string, CachedEntry>()
  return async (reader: Reader): Promise<PublishedCollections> => {
    const rows = await reader
      .selectFrom('entries')
      .select(['id', 'collection', 'position', 'published'])
      .where('published', 'is not', null)
      .where('deleted_at', 'is', null)
      .orderBy('collection')
      .orderBy('position')
      .execute()
    const now = new Map<string, CachedEntry>()
    const lists: Record<string, unknown[]> = Object.fromEntries(collectionNames.map((name) => [name, []]))
    for (const { id, collection, position, published } of rows) {
      if (published === null) continue
      const known = before.get(id)
      const kept =
        known?.published === published && known.position === position
          ? known
          : { published, position, entry: seen(collection, id, position, published) }
      now.set(id, kept)
      if (kept.entry) lists[collection]?.push(kept.entry)
    }
    before = now
    return lists as unknown as PublishedCollections
  }
}
