import { Invalid } from '../../model/errors.ts'
import type { MediaItem } from '../../model/media/media-item.ts'
import type { Reader } from '../db/database.ts'
import { readPage } from '../db/paging.ts'
import { mediaItemOf, selectMedia } from './media-row.ts'

export interface MediaListOptions {
  limit?: number | undefined
  cursor?: string | undefined
  trash?: boolean | undefined
}

/** One page of images, newest first. Throws `Invalid` for a wrong cursor. */
export const listMedia = async (
  reader: Reader,
  { limit, cursor, trash = false }: MediaListOptions,
): Promise<{ media: MediaItem[]; next: string | null }> => {
  let query = selectMedia(reader)
    .where('deleted_at', trash ? 'is not' : 'is', null)
    .where('withdrawn_at', 'is', null)
  if (cursor !== undefined) {
    if (!/^[0-9a-f-]{36}$/.test(cursor)) throw new Invalid({ cursor: 'Start the list again.' })
    query = query.where('id', '<', cursor)
  }
  const { items, next } = await readPage(query.orderBy('id', 'desc'), limit, (row) => row.id)
  return { media: items.map(mediaItemOf), next }
}
