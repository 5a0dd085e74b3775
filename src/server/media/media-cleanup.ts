import { endingOf } from '../../model/media/media-item.ts'
import { imageFormats } from '../../model/media/published-image.ts'
import type { Database } from '../db/database.ts'
import { iconName, type VariantWidths, variantName } from './media-row.ts'
import { isWhole } from './renditions.ts'

const oneDayMs = 24 * 60 * 60 * 1000

const readyDays = 30

const variantNames = (stem: string, widths: VariantWidths): string[] => [
  ...imageFormats.flatMap((format) => widths[format].map((width) => variantName(stem, width, format))),
  ...(widths.icon ?? []).map((size) => iconName(stem, size)),
]

const hasVariants = (row: Parameters<typeof isWhole>[0]) => endingOf(row.type) === undefined && isWhole(row)

/**
 * Deletes the variants of renditions that have been shown nowhere for `readyDays`, except the small image for the trash and History.
 * Originals stay, so that all can be regenerated. Returns the number of renditions.
 */
export const cleanUpMedia = async (database: Database, now: number = Date.now()): Promise<number> => {
  const limit = new Date(now - readyDays * oneDayMs).toISOString()
  const idle = (reader: Database['kysely']) =>
    reader
      .selectFrom('renditions')
      .innerJoin('media', 'media.id', 'renditions.media')
      .select(['renditions.stem', 'renditions.type', 'renditions.variants'])
      .where((is) => is.or([is('renditions.retired_at', '<', limit), is('media.deleted_at', '<', limit)]))
  const found = (await idle(database.kysely).orderBy('renditions.stem').execute()).filter(hasVariants)
  let purged = 0
  for (const { stem } of found) {
    // One at a time, between other changes: it may be shown again by now.
    await database.change(async (trx) => {
      const row = await idle(trx).where('renditions.stem', '=', stem).executeTakeFirst()
      if (!row || !hasVariants(row)) return
      const widths: VariantWidths = JSON.parse(row.variants)
      const kept: VariantWidths = { avif: [], webp: widths.webp.slice(0, 1), jpeg: [] }
      const names = variantNames(stem, { ...widths, webp: widths.webp.slice(1) })
      await trx.deleteFrom('blobs').where('name', 'in', names).execute()
      const own = trx.updateTable('renditions').where('stem', '=', stem)
      await own.set({ variants: JSON.stringify(kept) }).execute()
      purged += 1
    })
  }
  return purged
}
