import { sql } from 'kysely'
import type { Database } from '../../src/server/db/database.ts'

/**
 * All content as the store holds it, trash included, as text to be compared byte by byte. Left out is only what has to move
 * when a change is taken back: `version`, since a form that was opened before must not overwrite what it never saw, and
 * `updated_at`, since the taking back is a change as well. An image whose upload was taken back is no content, nor is
 * what an image no longer shows; their bytes merely wait for the redo.
 */
export const exported = async ({ kysely }: Database): Promise<string> => {
  const moves = (name: string, value: unknown) => (['version', 'updated_at'].includes(name) ? undefined : value)
  const entries = await kysely.selectFrom('entries').selectAll().orderBy('id').execute()
  const settings = await kysely.selectFrom('settings').selectAll().execute()
  const variants = await kysely.selectFrom('cv_variants').selectAll().orderBy('id').execute()
  const media = await kysely
    .selectFrom('media')
    .innerJoin('renditions', 'renditions.stem', 'media.rendition')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()
  const blobs = await kysely
    .selectFrom('blobs')
    .innerJoin('media', 'media.id', 'blobs.media')
    .innerJoin('renditions', 'renditions.stem', 'media.rendition')
    .select(['blobs.name', 'blobs.media', 'blobs.type', 'blobs.size'])
    .where('media.withdrawn_at', 'is', null)
    .where(
      sql<boolean>`(substr(blobs.name, 1, 16) = media.rendition
        or blobs.name = 'original-' || media.id || '-' || renditions.original)`,
    )
    .orderBy('blobs.name')
    .execute()
  return JSON.stringify({ entries, settings, variants, media, blobs }, moves, 1)
}
