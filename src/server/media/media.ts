import { Invalid, NotFound } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import {
  kindOf,
  type MediaItem,
  type MediaItemPatch,
  type MediaKind,
  mediaItemInput,
  type UploadedMediaItem,
} from '../../model/media/media-item.ts'
import type { PublishedImage } from '../../model/media/published-image.ts'
import type { PublishedVideo } from '../../model/media/published-video.ts'
import type { Database, Reader, Trx } from '../db/database.ts'
import { journaled } from '../journal/record-change.ts'
import { placeBytes, placeImage } from './bucket/place-bytes.ts'
import { type BasedOn, changeMediaItem, findMediaItem, storeMediaItem } from './change-media-item.ts'
import { fileName } from './file-name.ts'
import { insertMediaItem, newMediaItem } from './insert-media-item.ts'
import { cleanUpMedia } from './media-cleanup.ts'
import { listMedia, type MediaListOptions } from './media-list.ts'
import type { MediaParts } from './media-parts.ts'
import { type MediaRow, mediaItemOf, mediaItemStateOf, selectMedia, videoOf, withIcons } from './media-row.ts'
import { usesOf } from './media-uses.ts'
import { prepareIcon } from './prepare-icon.ts'
import { readUpload } from './read-upload.ts'
import { regenerateRendition } from './regenerate-rendition.ts'
import { sha256InTurns } from './renditions.ts'
import { readOriginal, readThumbnail, readVariant } from './stored-bytes.ts'
import { replaceMediaItem, updateMediaItem } from './update-media-item.ts'
import { findVideo } from './video/find-video.ts'

const assertErasable = async (trx: Trx, id: string): Promise<void> => {
  const row = await findMediaItem(trx, id)
  if (!row?.deleted_at || row.withdrawn_at !== null) throw new NotFound('deleted file', id)
  const [use, ...more] = await usesOf(trx, id)
  if (!use) return
  const places = more.length === 0 ? `“${use.title}”` : `“${use.title}” and ${more.length} more`
  const message = `${fileName(row.name)} is still named by ${places}. Choose another there first, or restore it.`
  throw new Invalid({ ids: message }, message)
}

/**
 * Deletes media items of the trash for good: originals, variants, crops, and what the journal holds of them, which keeps only that it
 * happened. There is no undo. Throws `NotFound` unless each of them is in the trash, and `Invalid` for one that an entry outside the
 * trash or a setting still names.
 */
const eraseMedia = (database: Database, ids: readonly string[], { by }: { by: string }): Promise<number> =>
  journaled(database, async (trx, record) => {
    const unique = [...new Set(ids)]
    for (const id of unique) await assertErasable(trx, id)
    // Renditions and blobs go with it.
    await trx.deleteFrom('media').where('id', 'in', unique).execute()
    await trx
      .updateTable('changes')
      .set({ before: null, after: null, search_text: '' })
      .where('collection', '=', 'media')
      .where('entry', 'in', unique)
      .execute()
    for (const entry of unique)
      await record({ by, action: 'erase', collection: 'media', entry, before: null, after: null })
    return unique.length
  })

/** Moves media items to the trash or back in one transaction, which is undone as one. Throws `NotFound` when one is not there. */
const changeAll = (
  database: Database,
  ids: readonly string[],
  { by }: { by: string },
  action: 'remove' | 'restore',
): Promise<MediaItem[]> =>
  journaled(database, async (trx, record) => {
    const deleted_at = action === 'remove' ? new Date().toISOString() : null
    const items: MediaItem[] = []
    for (const id of new Set(ids)) {
      const row = await findMediaItem(trx, id)
      if (!row || row.withdrawn_at !== null || (row.deleted_at === null) !== (action === 'remove'))
        throw new NotFound('file', id)
      items.push(mediaItemOf(await storeMediaItem(trx, record, row, { deleted_at }, { action, by })))
    }
    return items
  })

export type { BasedOn }

interface Upload {
  name: string
  alt?: string | undefined
  /** An account's id, or a word such as `samples`. */
  by: string
}

/**
 * The library of images, videos and files. Images are decoded in a separate process. All is named by its content; the database has the
 * rows, and the bytes too unless a bucket is set up.
 */
export const createMedia = (parts: MediaParts) => {
  const { database, bucket, images } = parts
  const findSame = async (reader: Reader, hash: string): Promise<MediaRow | undefined> => {
    const rows = await selectMedia(reader).where('renditions.original', '=', hash).orderBy('media.id').execute()
    return rows.find(({ deleted_at }) => deleted_at === null) ?? rows[0]
  }

  const shown = async (reader: Reader, ids: readonly string[], kind: MediaKind): Promise<MediaRow[]> => {
    if (ids.length === 0) return []
    const rows = await selectMedia(reader)
      .where('media.id', 'in', [...new Set(ids)])
      .where('media.deleted_at', 'is', null)
      .execute()
    // Every database in the same order, so that equal content makes equal pages.
    const sorted = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    return sorted.filter(({ type }) => kindOf(type) === kind)
  }

  const standing = async (id: string): Promise<MediaRow> => {
    const row = await findMediaItem(database.kysely, id)
    if (!row || row.withdrawn_at) throw new NotFound('image', id)
    return row
  }

  return {
    /**
     * Stores an image and its variants, or a file. The same bytes are stored once: an existing item is returned, if need be from the
     * trash. Throws `TooLarge`, `UnsupportedType`, `TooMany` while others are prepared, and `Invalid` for the text.
     */
    upload: async (uploaded: Uint8Array, { name, alt = '', by }: Upload): Promise<UploadedMediaItem> => {
      const texts = { name, alt: parse(mediaItemInput, { alt }).alt }
      const { bytes, encode } = await readUpload(images, uploaded)
      const hash = await sha256InTurns(bytes)
      const same = await findSame(database.kysely, hash)
      if (same) await regenerateRendition(parts, same.rendition)
      const encoded = same ? undefined : await placeImage(bucket, await encode())
      const original = encoded && (await placeBytes(bucket, bytes, encoded.type))
      return journaled(database, async (trx, record) => {
        const row = await findSame(trx, hash)
        if (row && !row.deleted_at) return { ...mediaItemOf(row), known: true }
        if (row?.withdrawn_at) {
          const { version: _, updated_at: __, ...fields } = newMediaItem(texts)
          return {
            ...mediaItemOf(await storeMediaItem(trx, record, row, fields, { action: 'create', by })),
            known: false,
          }
        }
        if (row) {
          const restored = await storeMediaItem(trx, record, row, { deleted_at: null }, { action: 'restore', by })
          return { ...mediaItemOf(restored), known: true }
        }
        if (!encoded || !original) throw new NotFound('image', hash)
        const fresh = await insertMediaItem(trx, { original, hash, encoded, ...texts })
        const states = { before: null, after: mediaItemStateOf(fresh) }
        await record({ by, action: 'create', collection: 'media', entry: fresh.id, ...states })
        return { ...mediaItemOf(fresh), known: false }
      })
    },

    get: async (id: string) => mediaItemOf(await standing(id)),

    images: async (ids: readonly string[], reader: Reader = database.kysely): Promise<Record<string, PublishedImage>> =>
      Object.fromEntries((await shown(reader, ids, 'image')).map((row) => [row.id, withIcons(row)])),

    videos: async (ids: readonly string[], reader: Reader = database.kysely): Promise<Record<string, PublishedVideo>> =>
      Object.fromEntries((await shown(reader, ids, 'video')).map((row) => [row.id, videoOf(row)])),

    /** A video outside the trash, by its name in URLs, to be read in parts. */
    video: (name: string) => findVideo(parts, name),

    variant: (name: string) => readVariant(parts, name),

    original: async (id: string) => {
      const { original, name } = await standing(id)
      const stored = await readOriginal(parts, id, original)
      if (!stored) throw new NotFound('image', id)
      return { ...stored, name }
    },

    thumbnail: async (id: string, rendition?: string) => {
      const row = await standing(id)
      const stored = await readThumbnail(parts, id, rendition ?? row.rendition)
      if (!stored) throw new NotFound('image', id)
      return stored
    },

    list: (options: MediaListOptions = {}) => listMedia(database.kysely, options),

    /** The entries, and the settings, that name an item; for `awaited-ID` the drafts that await the file with this id. */
    uses: async (id: string) => {
      if (!/^awaited-[0-9a-f-]{36}$/.test(id)) await standing(id)
      return usesOf(database.kysely, id)
    },

    /**
     * Changes its description, focal point or crop. The focal point stays where it is in the original. Throws `Invalid` when a crop
     * leaves hardly anything, and what `upload` throws.
     */
    update: (id: string, fields: MediaItemPatch, options: BasedOn) => updateMediaItem(parts, id, fields, options),

    /** Replaces its file; crop and focal point start again, its description stays. Throws as `upload` does. */
    replace: (id: string, bytes: Uint8Array, options: BasedOn & { name: string }) =>
      replaceMediaItem(parts, id, bytes, options),

    /** Moves all of them to the trash, or takes them back from it, as one change. Throws `NotFound` when one is not there. */
    removeAll: (ids: readonly string[], options: { by: string }) => changeAll(database, ids, options, 'remove'),

    restoreAll: async (ids: readonly string[], options: { by: string }) => {
      for (const id of ids) await regenerateRendition(parts, (await standing(id)).rendition)
      return changeAll(database, ids, options, 'restore')
    },

    /** Deletes items of the trash for good. Throws `NotFound`, and `Invalid` for one that is still used. */
    erase: (ids: readonly string[], options: { by: string }) => eraseMedia(database, ids, options),

    remove: (id: string, options: BasedOn) =>
      changeMediaItem(database, id, options, { action: 'remove', from: 'standing' }, () => ({
        deleted_at: new Date().toISOString(),
      })),

    restore: async (id: string, options: BasedOn) => {
      const { rendition } = await standing(id)
      await regenerateRendition(parts, rendition)
      return changeMediaItem(database, id, options, { action: 'restore', from: 'trash' }, () => ({ deleted_at: null }))
    },

    /** Makes the deleted variants of a rendition again. Throws as `upload` does. */
    regenerate: (rendition: string) => regenerateRendition(parts, rendition),

    /** Makes the PNGs of the site's icon, once. Resolves also when that fails: the next publish tries again. */
    prepareIcon: (id: string | null) => prepareIcon(parts, id),

    cleanUp: (now?: number) => cleanUpMedia(database, now),
  }
}

export type Media = ReturnType<typeof createMedia>
