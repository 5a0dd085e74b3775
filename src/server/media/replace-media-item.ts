import { NotFound } from '../../model/errors.ts'
import type { MediaItem } from '../../model/media/media-item.ts'
import type { Database } from '../db/database.ts'
import { type BasedOn, changeMediaItem, findMediaItem } from './change-media-item.ts'
import { fileName } from './file-name.ts'
import type { ImageProcess } from './image-process.ts'
import { regenerateRendition } from './regenerate-rendition.ts'
import { findRendition, insertOriginal, insertRendition, sha256 } from './renditions.ts'

/** Implements `Media.replace`. The former original and its renditions stay for undo. */
export const replaceMediaItem = async (
  { database, images }: { database: Database; images: ImageProcess },
  id: string,
  bytes: Uint8Array,
  { name, ...options }: BasedOn & { name: string },
): Promise<MediaItem> => {
  const source = { media: id, original: sha256(bytes), crop: null }
  if (!(await findMediaItem(database.kysely, id))) throw new NotFound('image', id)
  const known = await findRendition(database.kysely, source)
  if (known) await regenerateRendition({ database, images }, known.stem)
  const encoded = known ? undefined : await images.encode(bytes)
  return changeMediaItem(database, id, options, { action: 'replace', from: 'standing' }, async (row, trx) => {
    const shown = (await findRendition(trx, source)) ?? (encoded && (await insertRendition(trx, source, encoded)))
    if (!shown || shown.stem === row.rendition) return {}
    await insertOriginal(trx, { ...source, type: shown.type, bytes })
    return { rendition: shown.stem, name: fileName(name), focus_x: 0.5, focus_y: 0.5 }
  })
}
