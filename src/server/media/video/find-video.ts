import { fileUrl } from '../../../model/media/media-item.ts'
import { needBucket } from '../bucket/read-placed.ts'
import type { MediaStore } from '../media-parts.ts'
import { originalName } from '../media-row.ts'
import { findFile } from '../stored-bytes.ts'
import { readParts } from './stored-parts.ts'

interface VideoItem {
  /** Id of its media item. */
  media: string
  /** Stem of the rendition that the item shows now. */
  rendition: string
}

/** A stored video, of which only what is asked for is read. */
export interface StoredVideo extends VideoItem {
  type: string
  /** In bytes. */
  size: number
  fileName: string
  /** The bytes from `from` to `to`, the last one included, in pieces. Rejects with `Unavailable` when they cannot be had. */
  read(from: number, to: number): Promise<AsyncIterable<Uint8Array>>
}

/** Finds a video by its name in URLs; `movedTo` is the URL of the one that took its place. Undefined when it is in the trash, or none. */
export const findVideo = async (
  { database: { kysely }, bucket }: MediaStore,
  name: string,
): Promise<StoredVideo | (VideoItem & { movedTo: string }) | undefined> => {
  const [, stem = '', ending = ''] = fileUrl.exec(`/media/${name}`) ?? []
  const found = await findFile(kysely, stem, ending)
  if (!found) return undefined
  const { id, rendition, original, movedTo, name: fileName, type } = found
  const item = { media: id, rendition }
  if (movedTo !== undefined) return { ...item, movedTo }
  const stored = originalName(id, original)
  const row = await kysely.selectFrom('blobs').select(['size', 'object']).where('name', '=', stored).executeTakeFirst()
  if (!row) return undefined
  const { size, object } = row
  const read = async (from: number, to: number) =>
    object === null ? readParts(kysely, stored, { from, to }) : needBucket(bucket).read(object, { from, to })
  return { ...item, type, size, fileName, read }
}
