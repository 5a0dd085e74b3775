import { fileUrl } from '../../model/media/media-item.ts'
import type { Reader } from '../db/database.ts'
import { isVariantName } from './media-row.ts'

/** True when this path leads to a media item outside the trash. */
export const hasMediaAt = async (reader: Reader, path: string): Promise<boolean> => {
  const name = path.slice('/media/'.length)
  if (!fileUrl.test(path) && !isVariantName(name)) return false
  const found = await reader
    .selectFrom('renditions')
    .innerJoin('media', 'media.id', 'renditions.media')
    .select('media.id')
    .where('renditions.stem', '=', name.slice(0, 16))
    .where('media.deleted_at', 'is', null)
    .where('media.withdrawn_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}
