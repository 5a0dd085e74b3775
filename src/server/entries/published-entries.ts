import { collectionNames, findCollection } from '../../model/collections/index.ts'
import type { PublishedCollections } from '../../model/content.ts'
import type { Reader } from '../db/database.ts'
import { kindly, problemsOf } from './kind-reading.ts'

/** Everything for the page in one query, in order: without private fields, and without what no longer fits its schema. */
export const publishedEntries = async (reader: Reader): Promise<PublishedCollections> => {
  const rows = await reader
    .selectFrom('entries')
    .select(['id', 'collection', 'position', 'published'])
    .where('published', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('collection')
    .orderBy('position')
    .execute()
  const lists: Record<string, unknown[]> = Object.fromEntries(collectionNames.map((name) => [name, []]))
  for (const { id, collection: name, position, published } of rows) {
    const collection = findCollection(name)
    if (!collection || published === null) continue
    const data = kindly(collection, JSON.parse(published))
    if (problemsOf(collection, data, 'schema')) continue
    const open = Object.entries(data).filter(([field]) => !collection.fields[field]?.private)
    lists[name]?.push({ id, order: position, ...Object.fromEntries(open) })
  }
  return lists as unknown as PublishedCollections
}
