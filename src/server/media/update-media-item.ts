import { StaleVersion } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import { normalCrop, type Point, pointInCrop, pointInOriginal } from '../../model/media/crop.ts'
import { type Medium, type MediumPatch, mediumPatch } from '../../model/media/media-item.ts'
import type { Database } from '../db/database.ts'
import { alterMedium, type BasedOn, findMedium, type MediumFields } from './change-media-item.ts'
import type { PictureProcess } from './image-process.ts'
import { type MediumRow, mediumOf } from './media-row.ts'
import { prepareCrop } from './prepare-crop.ts'
import { findRendition, insertRendition } from './renditions.ts'

const focusFields = (row: MediumRow, focus: Point | undefined, crop: MediumRow['crop']): MediumFields => {
  const shown = crop === null ? null : JSON.parse(crop)
  const now = pointInCrop({ x: row.focus_x, y: row.focus_y }, shown)
  // A point that was cut off is drawn at the edge; saying so again does not move it there.
  if (!focus || (focus.x === now.x && focus.y === now.y)) return {}
  const { x, y } = pointInOriginal(focus, shown)
  return { focus_x: x, focus_y: y }
}

/** What `Media.update` promises. What a crop shows is made before the change, which must not wait for it. */
export const updateMedium = async (
  { database, pictures }: { database: Database; pictures: PictureProcess },
  id: string,
  patch: MediumPatch,
  options: BasedOn,
): Promise<Medium> => {
  const { alt, focus, crop: asked } = parse(mediumPatch, patch)
  const said: MediumFields = alt === undefined ? {} : { alt }
  const seen = asked === undefined ? undefined : await findMedium(database.kysely, id)
  const source = seen && { media: id, original: seen.original, crop: normalCrop(asked ?? null) }
  const encoded = source && (await prepareCrop({ database, pictures }, source))
  const action = ({ rendition }: MediumFields) => (rendition === undefined ? 'update' : 'crop')
  return alterMedium(database, id, options, { action, from: 'standing' }, async (row, trx) => {
    if (!source) return { ...said, ...focusFields(row, focus, row.crop) }
    // Replaced in the meantime: this crop was meant for another picture.
    const stale = new StaleVersion('picture', mediumOf(row))
    if (source.original !== row.original) throw stale
    const shown = (await findRendition(trx, source)) ?? (encoded && (await insertRendition(trx, source, encoded)))
    if (!shown) throw stale
    const changed = shown.stem === row.rendition ? {} : { rendition: shown.stem }
    return { ...said, ...changed, ...focusFields(row, focus, shown.crop) }
  })
}
