import type { Selectable } from 'kysely'
import { type Picture, type PictureFormat, pictureFormats } from '../../model/media.ts'
import type { Medium } from '../../model/medium.ts'
import type { MediaTable } from '../db/tables.ts'
import type { MediumState } from '../journal/undo-medium.ts'
import type { EncodedPicture } from './picture-job.ts'

export type MediumRow = Selectable<MediaTable>

/** The widths there are of each format, as the row's `variants` keeps them. */
export type VariantWidths = Record<PictureFormat, number[]>

const extensions: Record<PictureFormat, string> = { avif: 'avif', webp: 'webp', jpeg: 'jpg' }

/** A variant's name, from the content's hash. Sixteen digits tell more pictures apart than anyone will ever upload. */
export const variantName = (hash: string, width: number, format: PictureFormat) =>
  `${hash.slice(0, 16)}-${width}.${extensions[format]}`

/** The original is kept, but under a name that no address leads to. */
export const originalName = (hash: string) => `original-${hash}`

/** True for names that `variantName` makes. */
export const isVariantName = (name: string): boolean => /^[0-9a-f]{16}-[1-9]\d{0,3}\.(?:avif|webp|jpg)$/.test(name)

export const widthsOf = (variants: EncodedPicture['variants']): VariantWidths => {
  const widths: VariantWidths = { avif: [], webp: [], jpeg: [] }
  for (const { format, width } of variants) widths[format].push(width)
  return widths
}

const variantsOf = (row: MediumRow): Picture['variants'] => {
  const widths: VariantWidths = JSON.parse(row.variants)
  const list = (format: PictureFormat) =>
    widths[format].map((width) => ({ width, url: `/media/${variantName(row.hash, width, format)}` }))
  return Object.fromEntries(pictureFormats.map((format) => [format, list(format)])) as Picture['variants']
}

/** The row as the page uses it. */
export const pictureOf = (row: MediumRow): Picture => ({
  id: row.id,
  alt: row.alt,
  width: row.width,
  height: row.height,
  focus: { x: row.focus_x, y: row.focus_y },
  placeholder: row.placeholder,
  variants: variantsOf(row),
})

/** The row as the owner sees it. */
export const mediumOf = (row: MediumRow): Medium => {
  const picture = pictureOf(row)
  return {
    ...picture,
    name: row.name,
    type: row.type,
    url: picture.variants.jpeg.at(-1)?.url ?? '',
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  }
}

/** A picture as the journal keeps it, or null when there is none because its upload was taken back. */
export const mediumStateOf = (row: MediumRow): MediumState | null => {
  const { name, alt, focus_x, focus_y, created_at, deleted_at, withdrawn_at } = row
  return withdrawn_at === null ? { name, alt, focus_x, focus_y, created_at, deleted_at } : null
}
