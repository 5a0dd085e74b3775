import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Crop } from '../../model/media.ts'
import type { Reader, Trx } from '../db/database.ts'
import type { RenditionsTable } from '../db/tables.ts'
import { originalName, variantName, widthsOf } from './medium-row.ts'
import type { EncodedPicture } from './picture-job.ts'

export type Rendition = Selectable<RenditionsTable>

/** What a rendition is made of: a medium's original, by its SHA-256, and a crop. */
export interface RenditionSource {
  media: string
  original: string
  crop: Crop | null
}

export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** What was made of this before, shown or not. */
export const findRendition = (
  reader: Reader,
  { media, original, crop }: RenditionSource,
): Promise<Rendition | undefined> =>
  reader
    .selectFrom('renditions')
    .selectAll()
    .where('media', '=', media)
    .where('original', '=', original)
    .where('crop', crop === null ? 'is' : '=', crop === null ? null : JSON.stringify(crop))
    .executeTakeFirst()

/** The content's hash, so that a name never gets another content. Sixteen digits tell more pictures apart than anyone will ever upload. */
export const freeStem = async (trx: Trx, { media, original, crop }: RenditionSource) => {
  const stem = (crop === null ? original : sha256(original + JSON.stringify(crop))).slice(0, 16)
  const taken = await trx.selectFrom('renditions').select('stem').where('stem', '=', stem).executeTakeFirst()
  return taken ? sha256(media + stem).slice(0, 16) : stem
}

const insertBlob = (trx: Trx, media: string, file: { name: string; type: string; bytes: Uint8Array }) =>
  trx
    .insertInto('blobs')
    .values({ ...file, media, size: file.bytes.byteLength })
    .execute()

/** Keeps an upload as it came, once. */
export const insertOriginal = async (
  trx: Trx,
  { media, original, type, bytes }: { media: string; original: string; type: string; bytes: Uint8Array },
): Promise<void> => {
  const name = originalName(media, original)
  const known = await trx.selectFrom('blobs').select('name').where('name', '=', name).executeTakeFirst()
  if (!known) await insertBlob(trx, media, { name, type, bytes })
}

/** Keeps what was made of this, with all its variants, and returns its row. */
export const insertRendition = async (
  trx: Trx,
  source: RenditionSource,
  { width, height, type, placeholder, variants }: EncodedPicture,
): Promise<Rendition> => {
  const { media, original, crop } = source
  const row: Rendition = {
    stem: await freeStem(trx, source),
    media,
    original,
    type,
    crop: crop === null ? null : JSON.stringify(crop),
    width,
    height,
    placeholder,
    variants: JSON.stringify(widthsOf(variants)),
    retired_at: null,
  }
  await trx.insertInto('renditions').values(row).execute()
  for (const { width, format, bytes } of variants)
    await insertBlob(trx, media, { name: variantName(row.stem, width, format), type: `image/${format}`, bytes })
  return row
}

/** After a medium came to show this or that rendition: the others are retired from now on, if they were not before. */
export const showRendition = async (trx: Trx, medium: string, now: string): Promise<void> => {
  const { rendition } = await trx
    .selectFrom('media')
    .select('rendition')
    .where('id', '=', medium)
    .executeTakeFirstOrThrow()
  const own = trx.updateTable('renditions').where('media', '=', medium)
  await own.set({ retired_at: null }).where('stem', '=', rendition).execute()
  await own.set({ retired_at: now }).where('stem', '!=', rendition).where('retired_at', 'is', null).execute()
}
