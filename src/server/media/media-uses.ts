import { findCollection } from '../../model/content/collections.ts'
import { type MediaUse, settingsUse } from '../../model/media/media-item.ts'
import type { Reader } from '../db/database.ts'
import { noteMedia, nothingNamed } from './named-media.ts'

const rowsAtOnce = 500

/** Ids of all that entries outside the trash and settings name, as drafted or as published. */
export const readUsedMedia = async (reader: Reader): Promise<ReadonlySet<string>> => {
  const found = nothingNamed()
  for (let last = ''; ; ) {
    const rows = await reader
      .selectFrom('entries')
      .select(['id', 'draft', 'published'])
      .where('deleted_at', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    for (const { draft, published } of rows) {
      noteMedia(found, draft)
      if (published !== draft) noteMedia(found, published)
    }
    if (rows.length < rowsAtOnce) break
    last = rows.at(-1)?.id ?? ''
  }
  for (const row of await reader.selectFrom('settings').selectAll().execute())
    for (const value of Object.values(row)) if (typeof value === 'string') noteMedia(found, value)
  const renditions = await reader.selectFrom('renditions').select(['stem', 'media']).execute()
  // Links may name an earlier rendition of a file.
  return new Set([...found.ids, ...renditions.flatMap(({ stem, media }) => (found.stems.has(stem) ? [media] : []))])
}

const contains = (names: readonly string[]) => (json: string | null) =>
  json !== null && names.some((name) => json.includes(name))

/** The entries, and the settings, that name an image or link to a file. */
export const usesOf = async (reader: Reader, id: string): Promise<MediaUse[]> => {
  const stems = await reader.selectFrom('renditions').select('stem').where('media', '=', id).execute()
  // Ids and stems have no characters that JSON or LIKE read in another way.
  const names = [`"${id}"`, `"${id}/`, ...stems.map(({ stem }) => `/media/${stem}`)]
  const named = contains(names)
  const rows = await reader
    .selectFrom('entries')
    .select(['id', 'collection', 'draft', 'published'])
    .where('deleted_at', 'is', null)
    .where(({ eb, or }) =>
      or(names.flatMap((name) => [eb('draft', 'like', `%${name}%`), eb('published', 'like', `%${name}%`)])),
    )
    .orderBy('collection')
    .orderBy('position')
    .execute()
  const entries = rows.flatMap((row): MediaUse[] => {
    const definition = findCollection(row.collection)
    if (!definition || !(named(row.draft) || named(row.published))) return []
    const draft: Record<string, unknown> = JSON.parse(row.draft)
    const title = draft[definition.preview.title]
    return [
      {
        collection: row.collection,
        entry: row.id,
        title: typeof title === 'string' ? title : '',
        onPage: named(row.published),
      },
    ]
  })
  const settings = await reader.selectFrom('settings').selectAll().execute()
  const inSettings = settings.some((row) =>
    Object.values(row).some((value) => typeof value === 'string' && named(value)),
  )
  return inSettings ? [...entries, settingsUse] : entries
}
