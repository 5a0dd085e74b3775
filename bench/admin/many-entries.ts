import { v7 as uuid } from 'uuid'
import { collections } from '../../src/model/content/collections.ts'
import { examples } from '../../src/model/content/examples.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { searchTextOf } from '../../src/server/db/paging.ts'

const piece = 500

/**
 * Fills the projects of a data directory up to `total`, each with an image. Drafts unless told, so that the page stays what it is
 * where the owner's table is measured. Straight into the store, since ten thousand calls would take a minute.
 */
export const fillWithProjects = async (dataDir: string, total: number, { published = false } = {}): Promise<void> => {
  const database = await openDatabase({ dataDir })
  try {
    const { fields } = collections.projects
    const media = await database.kysely
      .selectFrom('media')
      .innerJoin('renditions', 'renditions.stem', 'media.rendition')
      .select('media.id')
      .where('renditions.type', 'like', 'image/%')
      .execute()
    const { present } = await database.kysely
      .selectFrom('entries')
      .select(({ fn }) => fn.countAll<number>().as('present'))
      .where('collection', '=', 'projects')
      .executeTakeFirstOrThrow()
    const now = new Date().toISOString()
    const row = (position: number) => {
      const example = examples.projects[position % examples.projects.length]
      const image = media[position % media.length]?.id ?? null
      const data = { ...example, title: `${example?.title} ${position}`, slug: `${example?.slug}-${position}`, image }
      return {
        id: uuid(),
        collection: 'projects',
        position,
        draft: JSON.stringify(data),
        published: published ? JSON.stringify(data) : null,
        search_text: searchTextOf(fields, data),
        version: 1,
        created_at: now,
        updated_at: now,
        deleted_at: null,
      }
    }
    for (let from = present + 1; from <= total; from += piece) {
      const rows = Array.from({ length: Math.min(piece, total + 1 - from) }, (_, at) => row(from + at))
      await database.kysely.insertInto('entries').values(rows).execute()
    }
  } finally {
    await database.close()
  }
}
