import type { Selectable } from 'kysely'
import { pointInCrop } from '../../model/media/crop.ts'
import type { MediaItem } from '../../model/media/media-item.ts'
import { type Crop, type ImageFormat, imageFormats, type PublishedImage } from '../../model/media/published-image.ts'
import type { Reader } from '../db/database.ts'
import type { MediaTable, RenditionsTable } from '../db/tables.ts'
import { fileName } from './file-name.ts'
import type { EncodedImage } from './image-job.ts'

const shown = ['original', 'type', 'crop', 'width', 'height', 'placeholder', 'variants'] as const

export type MediaRow = Selectable<MediaTable> & Pick<Selectable<RenditionsTable>, (typeof shown)[number]>

export const selectMedia = (reader: Reader) =>
  reader
    .selectFrom('media')
    .innerJoin('renditions', 'renditions.stem', 'media.rendition')
    .selectAll('media')
    .select(shown)

export const cropOf = ({ crop }: Pick<MediaRow, 'crop'>): Crop | null => (crop === null ? null : JSON.parse(crop))

export type VariantWidths = Record<ImageFormat, number[]>

const extensions: Record<ImageFormat, string> = { avif: 'avif', webp: 'webp', jpeg: 'jpg' }

export const variantName = (stem: string, width: number, format: ImageFormat) =>
  `${stem}-${width}.${extensions[format]}`

/** No public URL leads to an original. */
export const originalName = (mediaId: string, hash: string) => `original-${mediaId}-${hash}`

export const isVariantName = (name: string): boolean => /^[0-9a-f]{16}-[1-9]\d{0,3}\.(?:avif|webp|jpg)$/.test(name)

export const widthsOf = (variants: EncodedImage['variants']): VariantWidths => {
  const widths: VariantWidths = { avif: [], webp: [], jpeg: [] }
  for (const { format, width } of variants) widths[format].push(width)
  return widths
}

const variantsOf = (row: MediaRow): PublishedImage['variants'] => {
  const widths: VariantWidths = JSON.parse(row.variants)
  const list = (format: ImageFormat) =>
    widths[format].map((width) => ({ width, url: `/media/${variantName(row.rendition, width, format)}` }))
  return Object.fromEntries(imageFormats.map((format) => [format, list(format)])) as PublishedImage['variants']
}

export const imageOf = (row: MediaRow): PublishedImage => ({
  id: row.id,
  alt: row.alt,
  width: row.width,
  height: row.height,
  focus: pointInCrop({ x: row.focus_x, y: row.focus_y }, cropOf(row)),
  placeholder: row.placeholder,
  variants: variantsOf(row),
})

export const mediaItemOf = (row: MediaRow): MediaItem => {
  const image = imageOf(row)
  return {
    ...image,
    // Names from before they were cleaned may hold anything.
    name: fileName(row.name),
    type: row.type,
    crop: cropOf(row),
    url: image.variants.jpeg.at(-1)?.url ?? '',
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  }
}

export interface MediaItemState {
  rendition: string
  name: string
  alt: string
  focus_x: number
  focus_y: number
  created_at: string
  deleted_at: string | null
}

export const mediaItemStateOf = (row: MediaRow): MediaItemState | null => {
  const { rendition, name, alt, focus_x, focus_y, created_at, deleted_at, withdrawn_at } = row
  return withdrawn_at === null ? { rendition, name, alt, focus_x, focus_y, created_at, deleted_at } : null
}
