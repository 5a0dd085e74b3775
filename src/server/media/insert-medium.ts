import { v7 as uuid } from 'uuid'
import type { Trx } from '../db/database.ts'
import { fileName } from './file-name.ts'
import { type MediumRow, originalName, variantName, widthsOf } from './medium-row.ts'
import type { EncodedPicture } from './picture-job.ts'

interface NewMedium {
  /** The upload as it came. */
  bytes: Uint8Array
  /** Its SHA-256, hexadecimal. */
  hash: string
  encoded: EncodedPicture
  name: string
  alt: string
}

/** Writes a new picture with its original and all its variants, and returns its row. */
export const insertMedium = async (trx: Trx, { bytes, hash, encoded, name, alt }: NewMedium): Promise<MediumRow> => {
  const { width, height, type, placeholder, variants } = encoded
  const now = new Date().toISOString()
  const row: MediumRow = {
    id: uuid(),
    hash,
    name: fileName(name),
    type,
    width,
    height,
    alt,
    focus_x: 0.5,
    focus_y: 0.5,
    placeholder,
    variants: JSON.stringify(widthsOf(variants)),
    version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
  await trx.insertInto('media').values(row).execute()
  const files = variants.map((variant) => ({
    name: variantName(hash, variant.width, variant.format),
    type: `image/${variant.format}`,
    bytes: variant.bytes,
  }))
  for (const file of [...files, { name: originalName(hash), type, bytes }]) {
    await trx
      .insertInto('blobs')
      .values({ ...file, media: row.id, size: file.bytes.byteLength })
      .execute()
  }
  return row
}
