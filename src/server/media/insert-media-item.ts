import { v7 as uuid } from 'uuid'
import type { Trx } from '../db/database.ts'
import type { PlacedBytes, PlacedImage } from './bucket/place-bytes.ts'
import { fileName } from './file-name.ts'
import type { MediaRow } from './media-row.ts'
import { freeStem, insertOriginal, insertRendition } from './renditions.ts'

interface NewMediaItem {
  original: PlacedBytes
  /** SHA-256, hexadecimal. */
  hash: string
  encoded: PlacedImage
  name: string
  alt: string
}

export const newMediaItem = ({ name, alt }: { name: string; alt: string }) => {
  const now = new Date().toISOString()
  return {
    name: fileName(name),
    alt,
    focus_x: 0.5,
    focus_y: 0.5,
    version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    withdrawn_at: null,
  }
}

export const insertMediaItem = async (
  trx: Trx,
  { original, hash, encoded, name, alt }: NewMediaItem,
): Promise<MediaRow> => {
  const source = { media: uuid(), original: hash, crop: null }
  const item = { id: source.media, rendition: await freeStem(trx, source), ...newMediaItem({ name, alt }) }
  await trx.insertInto('media').values(item).execute()
  await insertOriginal(trx, { ...source, type: encoded.type, placed: original })
  const { stem: _, media: __, retired_at: ___, ...shown } = await insertRendition(trx, source, encoded)
  return { ...item, ...shown, size: original.size }
}
