import { Invalid, NotFound, StaleVersion, UnsupportedType } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import { normalCrop, type Point, pointInCrop, pointInOriginal } from '../../model/media/crop.ts'
import {
  endingOf,
  kindOf,
  type MediaItem,
  type MediaItemPatch,
  type MediaKind,
  type MediaSort,
  mediaItemInput,
  mediaItemPatch,
  type UploadedMediaItem,
} from '../../model/media/media-item.ts'
import { imageFormats, type PublishedImage } from '../../model/media/published-image.ts'
import type { PublishedVideo } from '../../model/media/published-video.ts'
import type { Database, Reader, Trx } from '../db/database.ts'
import { folded, pageOf, pageSize, readPage, searchWords } from '../db/paging.ts'
import type { MediaTable } from '../db/tables.ts'
import { conflict, journaled, type RecordChange, type Reverter, reverted } from '../journal/record-change.ts'
import { oneDayMs } from '../process/clock.ts'
import { sha256InTurns } from '../process/sha256.ts'
import { placeBytes, placeImage, readPlaced } from './bucket.ts'
import {
  fileName,
  iconName,
  type MediaItemState,
  type MediaRow,
  mediaItemOf,
  mediaItemStateOf,
  newMediaItem,
  readUsedMedia,
  selectMedia,
  usesOf,
  type VariantWidths,
  variantName,
  videoOf,
  withIcons,
} from './media-row.ts'
import { readUpload } from './read-upload.ts'
import {
  findRendition,
  insertBlob,
  insertMediaItem,
  insertOriginal,
  insertRendition,
  isWhole,
  prepareCrop,
  regenerateRendition,
  showRendition,
} from './renditions.ts'
import { findVideo, type MediaParts, readOriginal, readThumbnail, readVariant } from './stored-bytes.ts'

interface BasedOn {
  by: string
  /** Version on which the write is based. Throws `StaleVersion` when another is stored. */
  version?: number | undefined
}

type MediaItemFields = Partial<MediaTable>

const findMediaItem = (trx: Trx | Database['kysely'], id: string): Promise<MediaRow | undefined> =>
  selectMedia(trx).where('media.id', '=', id).executeTakeFirst()

const writeMediaItem = async (
  trx: Trx,
  before: MediaRow,
  fields: MediaItemFields,
  now = new Date().toISOString(),
): Promise<MediaRow> => {
  const { id } = before
  await trx
    .updateTable('media')
    .set({ ...fields, version: before.version + 1, updated_at: now })
    .where('id', '=', id)
    .execute()
  if (fields.rendition !== undefined || fields.deleted_at === null) await showRendition(trx, id, now)
  return (await findMediaItem(trx, id)) ?? before
}

const storeMediaItem = async (
  trx: Trx,
  record: RecordChange,
  before: MediaRow,
  fields: MediaItemFields,
  { action, by }: { action: string; by: string },
): Promise<MediaRow> => {
  const after = await writeMediaItem(trx, before, fields)
  const states = { before: mediaItemStateOf(before), after: mediaItemStateOf(after) }
  await record({ by, action, collection: 'media', entry: before.id, ...states })
  return after
}

/**
 * Changes a media item in `from` by what `fieldsFor` returns; writes nothing when nothing changes. Throws `NotFound` and
 * `StaleVersion`.
 */
const changeMediaItem = (
  database: Database,
  id: string,
  { by, version }: BasedOn,
  { action, from }: { action: string | ((fields: MediaItemFields) => string); from: 'standing' | 'trash' },
  fieldsFor: (row: MediaRow, trx: Trx) => Promise<MediaItemFields> | MediaItemFields,
): Promise<MediaItem> =>
  journaled(database, async (trx, record) => {
    const row = await findMediaItem(trx, id)
    const location = row?.withdrawn_at ? undefined : row?.deleted_at ? 'trash' : 'standing'
    if (!row || location !== from) throw new NotFound('image', id)
    if (version !== undefined && version !== row.version) throw new StaleVersion('image', mediaItemOf(row))
    const fields = await fieldsFor(row, trx)
    const keys = Object.keys(fields) as (keyof MediaTable)[]
    if (keys.every((key) => fields[key] === row[key])) return mediaItemOf(row)
    const named = typeof action === 'string' ? action : action(fields)
    return mediaItemOf(await storeMediaItem(trx, record, row, fields, { action: named, by }))
  })

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

interface MediaListOptions {
  limit?: number | undefined
  cursor?: string | undefined
  trash?: boolean | undefined
  /** Found in the file's name or description. */
  q?: string | undefined
  kind?: MediaKind | undefined
  /** Only what no entry and no setting names. */
  unused?: boolean | undefined
  sort?: MediaSort | undefined
}

interface Page {
  media: MediaItem[]
  next: string | null
}

const standing = (reader: Reader, trash: boolean) =>
  selectMedia(reader)
    .where('media.deleted_at', trash ? 'is not' : 'is', null)
    .where('media.withdrawn_at', 'is', null)

const newestFirst = async (reader: Reader, { limit, cursor, trash = false }: MediaListOptions): Promise<Page> => {
  let query = standing(reader, trash)
  if (cursor !== undefined) query = query.where('media.id', '<', cursor)
  const { items, next } = await readPage(query.orderBy('media.id', 'desc'), limit, (row) => row.id)
  return { media: items.map(mediaItemOf), next }
}

interface Outline {
  id: string
  name: string
  alt: string
  rendition: string
  type: string
  size: number | null
  deleted_at: string | null
}

// Natural order: image-2 before image-10.
const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const byAge = (a: Outline, b: Outline) => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
const orders: Record<MediaSort, (a: Outline, b: Outline) => number> = {
  newest: byAge,
  name: (a, b) => compare(a.name, b.name) || byAge(a, b),
  size: (a, b) => (b.size ?? 0) - (a.size ?? 0) || byAge(a, b),
}

/** Neither database folds text or sorts names as people do, and a library has thousands of files, not millions. */
const outlines = (reader: Reader): Promise<Outline[]> =>
  selectMedia(reader)
    .clearSelect()
    .select(['media.id', 'media.name', 'media.alt', 'media.rendition', 'renditions.type', 'media.deleted_at'])
    .select('blobs.size')
    .where('media.withdrawn_at', 'is', null)
    .execute()

const chosen = async (reader: Reader, options: MediaListOptions): Promise<Page> => {
  const { cursor, trash = false, q = '', kind, unused = false, sort = 'newest' } = options
  const words = searchWords(q)
  const used = unused ? await readUsedMedia(reader) : undefined
  const all = (await outlines(reader)).toSorted(orders[sort])
  // Where the last page ended, also when that item has gone since.
  const from = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1
  if (cursor !== undefined && from === 0) throw new Invalid({ cursor: 'Start the list again.' })
  const found = all.slice(from).filter((one) => {
    const text = folded(`${one.name}\n${one.alt}`)
    return (
      (one.deleted_at !== null) === trash &&
      (kind === undefined || kindOf(one.type) === kind) &&
      words.every((word) => text.includes(word)) &&
      !used?.has(one.id)
    )
  })
  const { items, next } = pageOf(found, pageSize(options.limit), ({ id }) => id)
  if (items.length === 0) return { media: [], next }
  const ids = items.map(({ id }) => id)
  const rows = new Map((await selectMedia(reader).where('media.id', 'in', ids).execute()).map((row) => [row.id, row]))
  return { media: ids.flatMap((id) => rows.get(id) ?? []).map(mediaItemOf), next }
}

/** One page of media, newest first unless sorted otherwise. Throws `Invalid` for a wrong cursor. */
const listMedia = async (reader: Reader, options: MediaListOptions): Promise<Page> => {
  const { cursor, q = '', kind, unused, sort = 'newest' } = options
  if (cursor !== undefined && !/^[0-9a-f-]{36}$/.test(cursor)) throw new Invalid({ cursor: 'Start the list again.' })
  const plain = q.trim() === '' && kind === undefined && !unused && sort === 'newest'
  return plain ? newestFirst(reader, options) : chosen(reader, options)
}

/** Smallest variant that is not enlarged for the largest icon. */
const enough = 512

/** Makes the icons of an image, unless they are there. An SVG is its own icon. False when there are none afterwards. */
const makeIcons = async ({ database, bucket, images }: MediaParts, id: string): Promise<boolean> => {
  const row = await findMediaItem(database.kysely, id)
  if (!row || row.deleted_at !== null || endingOf(row.type) !== undefined) return false
  const widths: VariantWidths = JSON.parse(row.variants)
  const width = widths.webp.find((one) => one >= enough) ?? widths.webp.at(-1)
  if (widths.icon) return true
  if (width === undefined) return false
  const source = await database.kysely
    .selectFrom('blobs')
    .select(['bytes', 'object'])
    .where('name', '=', variantName(row.rendition, width, 'webp'))
    .executeTakeFirst()
  if (!source) return false
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
  return true
}

/** Makes icons as `makeIcons` does, those of an image once for all who ask meanwhile. A failure leaves it without until the next publish. */
const createIcons = (parts: MediaParts) => {
  const making = new Map<string, Promise<boolean>>()
  return async (id: string | null): Promise<boolean> => {
    if (id === null) return false
    const icons =
      making.get(id) ??
      makeIcons(parts, id)
        .catch(() => false)
        .finally(() => making.delete(id))
    making.set(id, icons)
    return icons
  }
}

const focusFields = (row: MediaRow, focus: Point | undefined, crop: MediaRow['crop']): MediaItemFields => {
  const shown = crop === null ? null : JSON.parse(crop)
  const now = pointInCrop({ x: row.focus_x, y: row.focus_y }, shown)
  // A point that was cut off is drawn at the edge; sending it back must not move it there.
  if (!focus || (focus.x === now.x && focus.y === now.y)) return {}
  const { x, y } = pointInOriginal(focus, shown)
  return { focus_x: x, focus_y: y }
}

/** A crop is encoded before the change, which must not wait for it. */
const updateMediaItem = async (
  parts: MediaParts,
  id: string,
  patch: MediaItemPatch,
  options: BasedOn,
): Promise<MediaItem> => {
  const { database } = parts
  const { alt, focus, crop: asked } = parse(mediaItemPatch, patch)
  const texts: MediaItemFields = alt === undefined ? {} : { alt }
  const seen = asked === undefined ? undefined : await findMediaItem(database.kysely, id)
  const source = seen && { media: id, original: seen.original, crop: normalCrop(asked ?? null) }
  const encoded = source && (await prepareCrop(parts, source))
  const action = ({ rendition }: MediaItemFields) => (rendition === undefined ? 'update' : 'crop')
  return changeMediaItem(database, id, options, { action, from: 'standing' }, async (row, trx) => {
    if (!source) return { ...texts, ...focusFields(row, focus, row.crop) }
    // Replaced in the meantime: this crop was meant for another image.
    const stale = new StaleVersion('image', mediaItemOf(row))
    if (source.original !== row.original) throw stale
    const shown = (await findRendition(trx, source)) ?? (encoded && (await insertRendition(trx, source, encoded)))
    if (!shown) throw stale
    const changed = shown.stem === row.rendition ? {} : { rendition: shown.stem }
    return { ...texts, ...changed, ...focusFields(row, focus, shown.crop) }
  })
}

const onlyTakenBy: Record<MediaKind, string> = {
  image: 'Only an image can take the place of an image.',
  video: 'Only a video can take the place of a video.',
  file: 'Only a PDF can take its place.',
}

const replaceMediaItem = async (
  parts: MediaParts,
  id: string,
  uploaded: Uint8Array,
  { name, ...options }: BasedOn & { name: string },
): Promise<MediaItem> => {
  const { database, bucket, images } = parts
  const before = await findMediaItem(database.kysely, id)
  if (!before) throw new NotFound('file', id)
  const { bytes, encode, type } = await readUpload(images, uploaded)
  if (kindOf(type) !== kindOf(before.type)) throw new UnsupportedType(onlyTakenBy[kindOf(before.type)])
  const source = { media: id, original: await sha256InTurns(bytes), crop: null }
  const known = await findRendition(database.kysely, source)
  if (known) await regenerateRendition(parts, known.stem)
  const encoded = known ? undefined : await placeImage(bucket, await encode())
  const placed = encoded && (await placeBytes(bucket, bytes, encoded.type))
  return changeMediaItem(database, id, options, { action: 'replace', from: 'standing' }, async (row, trx) => {
    const shown = (await findRendition(trx, source)) ?? (encoded && (await insertRendition(trx, source, encoded)))
    if (!shown || shown.stem === row.rendition) return {}
    if (placed) await insertOriginal(trx, { ...source, type: shown.type, placed })
    return { rendition: shown.stem, name: fileName(name), focus_x: 0.5, focus_y: 0.5 }
  })
}

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

    /** Makes the PNGs of the site's icon, once. Resolves to whether they are there; when that fails, the next publish tries again. */
    prepareIcon: createIcons(parts),

    cleanUp: (now?: number) => cleanUpMedia(database, now),
  }
}

export type Media = ReturnType<typeof createMedia>

/** Undoes a change. An image whose upload is undone is neither in use nor in the trash. */
export const mediaReverter = ({ regenerate }: Pick<Media, 'regenerate'>): Reverter<MediaItemState> => ({
  prepare: async ({ before }) => {
    if (before?.deleted_at === null) await regenerate(before.rendition)
  },

  revert: async (trx, { entry, before, after }) => {
    const id = entry ?? ''
    const row = await findMediaItem(trx, id)
    if (!row) throw new NotFound('image', id)
    const current = mediaItemStateOf(row)
    const target = current?.deleted_at === after?.deleted_at ? reverted(before, after, current) : conflict
    if (target === conflict) throw new StaleVersion('image', current)
    const now = new Date().toISOString()
    const fields = target ? { ...target, withdrawn_at: null } : { deleted_at: row.deleted_at ?? now, withdrawn_at: now }
    return { before: current, after: mediaItemStateOf(await writeMediaItem(trx, row, fields, now)) }
  },
})
