import { collections } from '../../src/model/content/collections.ts'
import { imageFields } from '../../src/model/content/define-collection.ts'
import { examplesOf } from '../../src/model/content/examples.ts'
import type { Database } from '../../src/server/db/database.ts'
import { newMediaItem } from '../../src/server/media/media-row.ts'

/** The library as if it held the images that the examples name, by those names; there is nothing to see of them. */
export const plantExampleImages = async ({ kysely }: Database): Promise<void> => {
  const named = Object.values(collections).flatMap(({ name, fields }) =>
    imageFields({ fields }).flatMap((field) => examplesOf(name).map((example) => example[field])),
  )
  const rows = [...new Set(named)].map((id) => ({
    id: String(id),
    rendition: `of ${id}`,
    ...newMediaItem({ name: String(id), alt: '' }),
  }))
  await kysely.insertInto('media').values(rows).execute()
}
