import { type Selectable, sql } from 'kysely'
import { pointInCrop } from '../../model/media/crop.ts'
import { endingOf, kindOf, type MediaItem } from '../../model/media/media-item.ts'
import { type Crop, type ImageFormat, imageFormats, type PublishedImage } from '../../model/media/published-image.ts'
import type { PublishedVideo } from '../../model/media/published-video.ts'
import type { Reader } from '../db/database.ts'
import type { MediaTable, RenditionsTable } from '../db/tables.ts'
import { fileName } from './file-name.ts'
import type { EncodedImage } from './image-job.ts'

const shown = [
  'renditions.original',
  'renditions.type',
  'renditions.crop',
  'renditions.width',
  'renditions.height',
  'renditions.placeholder',
  'renditions.variants',
] as const

export type MediaRow = Selectable<MediaTable> &
  Pick<Selectable<RenditionsTable>, 'original' | 'type' | 'crop' | 'width' | 'height' | 'placeholder' | 'variants'> & {
    size: number | null
  }

export const selectMedia = (reader: Reader) =>
  reader
    .selectFrom('media')
    .innerJoin('renditions', 'renditions.stem', 'media.rendition')
    .leftJoin('blobs', (on) =>
      on.on('blobs.name', '=', sql<string>`'original-' || media.id || '-' || renditions.original`),
    )
    .selectAll('media')
    .select(shown)
    .select('blobs.size')

const cropOf = ({ crop }: Pick<MediaRow, 'crop'>): Crop | null => (crop === null ? null : JSON.parse(crop))

/** Widths of the stored variants, and the sides of the stored icons. */
export type VariantWidths = Record<ImageFormat, number[]> & { icon?: number[] }

const extensions: Record<ImageFormat, string> = { avif: 'avif', webp: 'webp', jpeg: 'jpg' }

export const variantName = (stem: string, width: number, format: ImageFormat) =>
  `${stem}-${width}.${extensions[format]}`

export const iconName = (stem: string, size: number) => `${stem}-icon${size}.png`

const storedFileName = (stem: string, ending: string) => `${stem}.${ending}`

/** No public URL leads to the original of an image with variants. */
export const originalName = (mediaId: string, hash: string) => `original-${mediaId}-${hash}`

export const isVariantName = (name: string): boolean =>
  /^[0-9a-f]{16}-(?:[1-9]\d{0,3}\.(?:avif|webp|jpg)|icon[1-9]\d{1,2}\.png)$/.test(name)

export const widthsOf = (
  variants: readonly Pick<EncodedImage['variants'][number], 'format' | 'width'>[],
): VariantWidths => {
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

const iconsOf = ({ rendition, variants }: MediaRow): PublishedImage['icons'] =>
  (JSON.parse(variants) as VariantWidths).icon?.map((size) => ({ size, url: `/media/${iconName(rendition, size)}` }))

/** URL of a file that is served as it is stored. */
export const fileUrlOf = ({ rendition, type }: Pick<MediaRow, 'rendition' | 'type'>): string | undefined => {
  const ending = endingOf(type)
  return ending && `/media/${storedFileName(rendition, ending)}`
}

const imageOf = (row: MediaRow): PublishedImage => ({
  id: row.id,
  alt: row.alt,
  width: row.width,
  height: row.height,
  focus: pointInCrop({ x: row.focus_x, y: row.focus_y }, cropOf(row)),
  placeholder: row.placeholder,
  variants: variantsOf(row),
  ...(kindOf(row.type) === 'image' && endingOf(row.type) ? { vector: fileUrlOf(row) } : {}),
})

export const withIcons = (row: MediaRow): PublishedImage => ({ ...imageOf(row), icons: iconsOf(row) })

export const videoOf = (row: MediaRow): PublishedVideo => {
  const { id, alt, type, width, height, size } = row
  return { id, alt, url: fileUrlOf(row) ?? '', type, width, height, size: size ?? 0 }
}

export const mediaItemOf = (row: MediaRow): MediaItem => {
  const image = imageOf(row)
  return {
    ...image,
    kind: kindOf(row.type),
    // Names from before they were cleaned may hold anything.
    name: fileName(row.name),
    type: row.type,
    crop: cropOf(row),
    url: fileUrlOf(row) ?? image.variants.jpeg.at(-1)?.url ?? '',
    size: row.size ?? 0,
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
