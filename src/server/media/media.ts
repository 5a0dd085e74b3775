import { NotFound, TooLarge } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import {
  type Medium,
  type MediumPatch,
  type MediumUse,
  mediumInput,
  type UploadedMedium,
} from '../../model/media/media-item.ts'
import type { Picture } from '../../model/media/published-image.ts'
import type { Database, Reader } from '../db/database.ts'
import { alterMedium, type BasedOn, findMedium, storeMedium } from './change-media-item.ts'
import { pictureLimits } from './image-limits.ts'
import type { PictureProcess } from './image-process.ts'
import { insertMedium, newMedium } from './insert-media-item.ts'
import { tidyMedia } from './media-cleanup.ts'
import { listMedia, type MediumListOptions } from './media-list.ts'
import { type MediumRow, mediumOf, mediumStateOf, pictureOf, selectMedia } from './media-row.ts'
import { usesOf } from './media-uses.ts'
import { reviveRendition } from './regenerate-rendition.ts'
import { sha256 } from './renditions.ts'
import { replaceMedium } from './replace-media-item.ts'
import { readOriginal, readThumbnail, readVariant, type StoredBytes, type Variant } from './stored-bytes.ts'
import { updateMedium } from './update-media-item.ts'

export type { BasedOn }

export interface Upload {
  /** The file's name at home; only a reminder. */
  name: string
  alt?: string | undefined
  /** Who uploads: an account's id, or a word such as `samples`. */
  by: string
}

/** The door for pictures: read from outside in a process of their own, kept in the store, named by their content. */
export interface Media {
  /**
   * Keeps a picture and makes its variants. The same bytes are kept once: what is there already is returned, taken from the
   * trash if need be. Throws `TooLarge`, `UnsupportedType`, `TooMany` while others are prepared, `Invalid` for the text.
   */
  upload(bytes: Uint8Array, upload: Upload): Promise<UploadedMedium>
  get(id: string): Promise<Medium>
  /** The pictures with these ids; those that are not there, or are in the trash, are left out. */
  pictures(ids: readonly string[], reader?: Reader): Promise<Record<string, Picture>>
  /** A variant's bytes by its name; undefined when there is none or its picture is in the trash. Never the original. */
  variant(name: string): Promise<Variant | undefined>
  /** The upload as it came, for its owner. */
  original(id: string): Promise<StoredBytes & { name: string }>
  /** A small picture of what it shows, or showed, for its owner; in the trash as well. */
  thumbnail(id: string, rendition?: string): Promise<StoredBytes>
  list(options?: MediumListOptions): Promise<{ media: Medium[]; next: string | null }>
  /** The entries that name it. */
  uses(id: string): Promise<MediumUse[]>
  /**
   * Changes what is said of it and what is shown of it. The original stays, and the focal point with it: a crop moves the
   * point in what is shown. Throws `Invalid` when a crop leaves hardly anything, and what `upload` throws.
   */
  update(id: string, fields: MediumPatch, options: BasedOn): Promise<Medium>
  /** Puts another picture in its place, whole and with the middle as its focal point; what is said of it stays. Throws as `upload` does. */
  replace(id: string, bytes: Uint8Array, options: BasedOn & { name: string }): Promise<Medium>
  /** Moves it to the trash: pages go without it. */
  remove(id: string, options: BasedOn): Promise<Medium>
  restore(id: string, options: BasedOn): Promise<Medium>
  /** Makes anew what was swept of a rendition, for whoever brings it back. Throws as `upload` does. */
  revive(rendition: string): Promise<void>
  /** Sweeps the variants of what has been shown nowhere for thirty days; the originals stay. Answers of how many renditions. */
  tidy(now?: number): Promise<number>
}

const refuseLarge = (bytes: Uint8Array) => {
  if (bytes.byteLength > pictureLimits.bytes)
    throw new TooLarge('This file is larger than 6 MB. Save the picture smaller, 2000 pixels wide is plenty.')
}

export const createMedia = ({ database, pictures }: { database: Database; pictures: PictureProcess }): Media => {
  /** The medium that shows this original; one in use before one in the trash. */
  const findSame = async (reader: Reader, hash: string): Promise<MediumRow | undefined> => {
    const rows = await selectMedia(reader).where('renditions.original', '=', hash).orderBy('media.id').execute()
    return rows.find(({ deleted_at }) => deleted_at === null) ?? rows[0]
  }

  const standing = async (id: string): Promise<MediumRow> => {
    const row = await findMedium(database.kysely, id)
    if (!row || row.withdrawn_at) throw new NotFound('picture', id)
    return row
  }

  return {
    upload: async (bytes, { name, alt = '', by }) => {
      refuseLarge(bytes)
      const said = { name, alt: parse(mediumInput, { alt }).alt }
      const hash = sha256(bytes)
      const same = await findSame(database.kysely, hash)
      if (same) await reviveRendition({ database, pictures }, same.rendition)
      const encoded = same ? undefined : await pictures.encode(bytes)
      return database.change(async (trx, record) => {
        const row = await findSame(trx, hash)
        if (row && !row.deleted_at) return { ...mediumOf(row), known: true }
        // As new if its upload was taken back; else from the trash.
        if (row?.withdrawn_at) {
          const { version: _, updated_at: __, ...fields } = newMedium(said)
          return { ...mediumOf(await storeMedium(trx, record, row, fields, { action: 'create', by })), known: false }
        }
        if (row) {
          const restored = await storeMedium(trx, record, row, { deleted_at: null }, { action: 'restore', by })
          return { ...mediumOf(restored), known: true }
        }
        if (!encoded) throw new NotFound('picture', hash)
        const fresh = await insertMedium(trx, { bytes, hash, encoded, ...said })
        const states = { before: null, after: mediumStateOf(fresh) }
        await record({ by, action: 'create', collection: 'media', entry: fresh.id, ...states })
        return { ...mediumOf(fresh), known: false }
      })
    },

    get: async (id) => mediumOf(await standing(id)),

    pictures: async (ids, reader = database.kysely) => {
      if (ids.length === 0) return {}
      const rows = await selectMedia(reader)
        .where('media.id', 'in', [...new Set(ids)])
        .where('media.deleted_at', 'is', null)
        .execute()
      return Object.fromEntries(rows.map((row) => [row.id, pictureOf(row)]))
    },

    variant: (name) => readVariant(database.kysely, name),

    original: async (id) => {
      const { original, name } = await standing(id)
      const stored = await readOriginal(database.kysely, id, original)
      if (!stored) throw new NotFound('picture', id)
      return { ...stored, name }
    },

    thumbnail: async (id, rendition) => {
      const row = await standing(id)
      const stored = await readThumbnail(database.kysely, id, rendition ?? row.rendition)
      if (!stored) throw new NotFound('picture', id)
      return stored
    },

    list: (options = {}) => listMedia(database.kysely, options),

    uses: async (id) => {
      await standing(id)
      return usesOf(database.kysely, id)
    },

    update: (id, fields, options) => updateMedium({ database, pictures }, id, fields, options),

    replace: async (id, bytes, options) => {
      refuseLarge(bytes)
      return replaceMedium({ database, pictures }, id, bytes, options)
    },

    remove: (id, options) =>
      alterMedium(database, id, options, { action: 'remove', from: 'standing' }, () => ({
        deleted_at: new Date().toISOString(),
      })),

    restore: async (id, options) => {
      const { rendition } = await standing(id)
      await reviveRendition({ database, pictures }, rendition)
      return alterMedium(database, id, options, { action: 'restore', from: 'trash' }, () => ({ deleted_at: null }))
    },

    revive: (rendition) => reviveRendition({ database, pictures }, rendition),

    tidy: (now) => tidyMedia(database, now),
  }
}
