import { NotFound, StaleVersion, UnsupportedType } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import { normalCrop, type Point, pointInCrop, pointInOriginal } from '../../model/media/crop.ts'
import {
  kindOf,
  type MediaItem,
  type MediaItemPatch,
  type MediaKind,
  mediaItemPatch,
} from '../../model/media/media-item.ts'
import { placeBytes, placeImage } from './bucket/place-bytes.ts'
import { type BasedOn, changeMediaItem, findMediaItem, type MediaItemFields } from './change-media-item.ts'
import { fileName } from './file-name.ts'
import type { MediaParts } from './media-parts.ts'
import { type MediaRow, mediaItemOf } from './media-row.ts'
import { readUpload } from './read-upload.ts'
import { prepareCrop, regenerateRendition } from './regenerate-rendition.ts'
import { findRendition, insertOriginal, insertRendition, sha256InTurns } from './renditions.ts'

const focusFields = (row: MediaRow, focus: Point | undefined, crop: MediaRow['crop']): MediaItemFields => {
  const shown = crop === null ? null : JSON.parse(crop)
  const now = pointInCrop({ x: row.focus_x, y: row.focus_y }, shown)
  // A point that was cut off is drawn at the edge; sending it back must not move it there.
  if (!focus || (focus.x === now.x && focus.y === now.y)) return {}
  const { x, y } = pointInOriginal(focus, shown)
  return { focus_x: x, focus_y: y }
}

/** Implements `Media.update`. A crop is encoded before the change, which must not wait for it. */
export const updateMediaItem = async (
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

export const replaceMediaItem = async (
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
