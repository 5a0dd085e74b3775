import { fileUrl } from '../../../model/media/media-item.ts'
import type { Reader } from '../../db/database.ts'
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
  /** The bytes from `from` to `to`, the last one included, in pieces. */
  read(from: number, to: number): AsyncIterable<Uint8Array>
}

/** Finds a video by its name in URLs; `movedTo` is the URL of the one that took its place. Undefined when it is in the trash, or none. */
export const findVideo = async (
  reader: Reader,
  name: string,
): Promise<StoredVideo | (VideoItem & { movedTo: string }) | undefined> => {
  const [, stem = '', ending = ''] = fileUrl.exec(`/media/${name}`) ?? []
  const found = await findFile(reader, stem, ending)
  if (!found) return undefined
  const { id, rendition, original, movedTo, name: fileName, type } = found
  const item = { media: id, rendition }
  if (movedTo !== undefined) return { ...item, movedTo }
  const stored = originalName(id, original)
  const row = await reader.selectFrom('blobs').select('size').where('name', '=', stored).executeTakeFirst()
  if (!row) return undefined
  return { ...item, type, size: row.size, fileName, read: (from, to) => readParts(reader, stored, { from, to }) }
}
