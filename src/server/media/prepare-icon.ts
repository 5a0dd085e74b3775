import { endingOf } from '../../model/media/media-item.ts'
import { placeBytes } from './bucket/place-bytes.ts'
import { readPlaced } from './bucket/read-placed.ts'
import { findMediaItem } from './change-media-item.ts'
import type { MediaParts } from './media-parts.ts'
import { iconName, type VariantWidths, variantName } from './media-row.ts'
import { insertBlob } from './renditions.ts'

/** Smallest variant that is not enlarged for the largest icon. */
const enough = 512

const stored = async ({ database, bucket, images }: MediaParts, id: string): Promise<void> => {
  const row = await findMediaItem(database.kysely, id)
  if (!row || row.deleted_at !== null || endingOf(row.type) !== undefined) return
  const widths: VariantWidths = JSON.parse(row.variants)
  const width = widths.webp.find((one) => one >= enough) ?? widths.webp.at(-1)
  if (widths.icon || width === undefined) return
  const source = await database.kysely
    .selectFrom('blobs')
    .select(['bytes', 'object'])
    .where('name', '=', variantName(row.rendition, width, 'webp'))
    .executeTakeFirst()
  if (!source) return
  const drawn = await images.icons(await readPlaced(bucket, source))
  const icons = await Promise.all(
    drawn.map(async ({ size, bytes }) => ({ side: size, ...(await placeBytes(bucket, bytes, 'image/png')) })),
  )
  await database.change(async (trx) => {
    for (const { side, ...placed } of icons)
      await insertBlob(trx, id, { name: iconName(row.rendition, side), type: 'image/png', ...placed })
    await trx
      .updateTable('renditions')
      .set({ variants: JSON.stringify({ ...widths, icon: icons.map(({ side }) => side) }) })
      .where('stem', '=', row.rendition)
      // Another process may have deleted or made variants in the meantime.
      .where('variants', '=', row.variants)
      .execute()
  })
}

/** Makes the icons of an image, unless they are there. An SVG is its own icon. A failure leaves it without until the next publish. */
export const prepareIcon = async (parts: MediaParts, id: string | null): Promise<void> => {
  if (id !== null) await stored(parts, id).catch(() => {})
}
