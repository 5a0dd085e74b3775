import { collectionNames, collections } from '../../model/content/collections/index.ts'
import { imageFields } from '../../model/content/define-collection.ts'
import type { MediaUse } from '../../model/media/media-item.ts'
import type { Data } from '../content/lenient-read.ts'
import type { Reader } from '../db/database.ts'

const imageFieldsByCollection = collectionNames.filter((name) => imageFields(collections[name]).length > 0)

export const usesOf = async (reader: Reader, id: string): Promise<MediaUse[]> => {
  // An id has no characters that JSON or LIKE read in another way.
  const named = `%"${id}"%`
  const rows = await reader
    .selectFrom('entries')
    .select(['id', 'collection', 'draft', 'published'])
    .where('collection', 'in', imageFieldsByCollection)
    .where('deleted_at', 'is', null)
    .where(({ eb, or }) => or([eb('draft', 'like', named), eb('published', 'like', named)]))
    .orderBy('position')
    .execute()
  return imageFieldsByCollection.flatMap((name) => {
    const definition = collections[name]
    const shows = (data: Data | null) => data !== null && imageFields(definition).some((field) => data[field] === id)
    return rows.flatMap((row): MediaUse[] => {
      if (row.collection !== name) return []
      const draft: Data = JSON.parse(row.draft)
      const published: Data | null = row.published === null ? null : JSON.parse(row.published)
      if (!shows(draft) && !shows(published)) return []
      const title = draft[definition.preview.title]
      return [
        { collection: name, entry: row.id, title: typeof title === 'string' ? title : '', onPage: shows(published) },
      ]
    })
  })
}
