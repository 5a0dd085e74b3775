import { NotFound } from '../../model/errors.ts'
import type { Medium } from '../../model/media/media-item.ts'
import type { Database } from '../db/database.ts'
import { alterMedium, type BasedOn, findMedium } from './change-media-item.ts'
import { fileName } from './file-name.ts'
import type { PictureProcess } from './image-process.ts'
import { reviveRendition } from './regenerate-rendition.ts'
import { findRendition, insertOriginal, insertRendition, sha256 } from './renditions.ts'

/** What `Media.replace` promises. The former original and all that was made of it stay for the undo. */
export const replaceMedium = async (
  { database, pictures }: { database: Database; pictures: PictureProcess },
  id: string,
  bytes: Uint8Array,
  { name, ...options }: BasedOn & { name: string },
): Promise<Medium> => {
  const source = { media: id, original: sha256(bytes), crop: null }
  if (!(await findMedium(database.kysely, id))) throw new NotFound('picture', id)
  const known = await findRendition(database.kysely, source)
  if (known) await reviveRendition({ database, pictures }, known.stem)
  const encoded = known ? undefined : await pictures.encode(bytes)
  return alterMedium(database, id, options, { action: 'replace', from: 'standing' }, async (row, trx) => {
    const shown = (await findRendition(trx, source)) ?? (encoded && (await insertRendition(trx, source, encoded)))
    if (!shown || shown.stem === row.rendition) return {}
    await insertOriginal(trx, { ...source, type: shown.type, bytes })
    return { rendition: shown.stem, name: fileName(name), focus_x: 0.5, focus_y: 0.5 }
  })
}
