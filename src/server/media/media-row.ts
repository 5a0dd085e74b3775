import { type Selectable, sql } from 'kysely'
import { findCollection } from '../../model/content/collections.ts'
import { pointInCrop } from '../../model/media/crop.ts'
import { endingOf, kindOf, type MediaItem, type MediaUse, settingsUse } from '../../model/media/media-item.ts'
import { type Crop, type ImageFormat, imageFormats, type PublishedImage } from '../../model/media/published-image.ts'
import type { PublishedVideo } from '../../model/media/published-video.ts'
import type { Reader } from '../db/database.ts'
import type { MediaTable, RenditionsTable } from '../db/tables.ts'
import type { EncodedImage } from './image-job.ts'

// Control characters, half surrogate pairs, line separators, and characters that change the direction of text: `photo\u202egpj.exe`
// reads as `photoexe.jpg`.
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** A file's name for display, without folders and control characters, never empty. */
export const fileName = (name: string): string =>
  name
    .split(/[/\\]/)
    .at(-1)
    ?.slice(0, 400)
    .replace(unseen, '')
    .trim()
    .slice(0, 200)
    // The cut may have halved a surrogate pair.
    .replace(unseen, '') || 'image'

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

const quotedIds = /"([0-9a-f]{8}-[0-9a-f-]{27})"/g
const mediaUrls = /\/media\/([0-9a-f]{16})[.-]/g

/** Ids of images and stems of files that texts name. */
export interface NamedMedia {
  ids: Set<string>
  stems: Set<string>
}

const nothingNamed = (): NamedMedia => ({ ids: new Set(), stems: new Set() })

const noteMedia = ({ ids, stems }: NamedMedia, json: string | null): void => {
  if (json === null) return
  for (const [, id] of json.matchAll(quotedIds)) ids.add(id as string)
  for (const [, stem] of json.matchAll(mediaUrls)) stems.add(stem as string)
}

export const mediaNamedIn = (json: string): NamedMedia => {
  const named = nothingNamed()
  noteMedia(named, json)
  return named
}

/** True when this item is named, by its id or by the stem of one of these renditions of it. */
export const isNamed = ({ ids, stems }: NamedMedia, id: string, ...renditions: string[]): boolean =>
  ids.has(id) || renditions.some((stem) => stems.has(stem))

const rowsAtOnce = 500

/** Ids of all that entries outside the trash and settings name, as drafted or as published. */
export const readUsedMedia = async (reader: Reader): Promise<ReadonlySet<string>> => {
  const found = nothingNamed()
  for (let last = ''; ; ) {
    const rows = await reader
      .selectFrom('entries')
      .select(['id', 'draft', 'published'])
      .where('deleted_at', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    for (const { draft, published } of rows) {
      noteMedia(found, draft)
      if (published !== draft) noteMedia(found, published)
    }
    if (rows.length < rowsAtOnce) break
    last = rows.at(-1)?.id ?? ''
  }
  for (const row of await reader.selectFrom('settings').selectAll().execute())
    for (const value of Object.values(row)) if (typeof value === 'string') noteMedia(found, value)
  const renditions = await reader.selectFrom('renditions').select(['stem', 'media']).execute()
  // Links may name an earlier rendition of a file.
  return new Set([...found.ids, ...renditions.flatMap(({ stem, media }) => (found.stems.has(stem) ? [media] : []))])
}

const contains = (names: readonly string[]) => (json: string | null) =>
  json !== null && names.some((name) => json.includes(name))

/** The entries, and the settings, that name an image or link to a file. */
export const usesOf = async (reader: Reader, id: string): Promise<MediaUse[]> => {
  const stems = await reader.selectFrom('renditions').select('stem').where('media', '=', id).execute()
  // Ids and stems have no characters that JSON or LIKE read in another way.
  const names = [`"${id}"`, `"${id}/`, ...stems.map(({ stem }) => `/media/${stem}`)]
  const named = contains(names)
  const rows = await reader
    .selectFrom('entries')
    .select(['id', 'collection', 'draft', 'published'])
    .where('deleted_at', 'is', null)
    .where(({ eb, or }) =>
      or(names.flatMap((name) => [eb('draft', 'like', `%${name}%`), eb('published', 'like', `%${name}%`)])),
    )
    .orderBy('collection')
    .orderBy('position')
    .execute()
  const entries = rows.flatMap((row): MediaUse[] => {
    const definition = findCollection(row.collection)
    if (!definition || !(named(row.draft) || named(row.published))) return []
    const draft: Record<string, unknown> = JSON.parse(row.draft)
    const title = draft[definition.preview.title]
    return [
      {
        collection: row.collection,
        entry: row.id,
        title: typeof title === 'string' ? title : '',
        onPage: named(row.published),
      },
    ]
  })
  const settings = await reader.selectFrom('settings').selectAll().execute()
  const inSettings = settings.some((row) =>
    Object.values(row).some((value) => typeof value === 'string' && named(value)),
  )
  return inSettings ? [...entries, settingsUse] : entries
}

export const newMediaItem = ({ name, alt }: { name: string; alt: string }) => {
  const now = new Date().toISOString()
  return {
    name: fileName(name),
    alt,
    focus_x: 0.5,
    focus_y: 0.5,
    version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    withdrawn_at: null,
  }
}
