import { collections } from '../../src/model/content/collections/index.ts'
import { imageFields } from '../../src/model/content/define-collection.ts'
import type { Database } from '../../src/server/db/database.ts'

/** The library as if it held the images that the examples name, by those names; there is nothing to see of them. */
export const plantExampleImages = async ({ kysely }: Database): Promise<void> => {
  const named = Object.values(collections).flatMap(({ fields, examples }) =>
    imageFields({ fields }).flatMap((field) =>
      examples.map((example) => (example as unknown as Record<string, unknown>)[field]),
    ),
  )
  const now = new Date().toISOString()
  const rows = [...new Set(named)].map((id) => ({
    id: String(id),
    rendition: `of ${id}`,
    name: String(id),
    alt: '',
    focus_x: 0.5,
    focus_y: 0.5,
    version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    withdrawn_at: null,
  }))
  await kysely.insertInto('media').values(rows).execute()
}
