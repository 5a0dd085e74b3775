import { isPlainLine } from '../fields/text-rules.ts'
import { z } from '../zod.ts'
import type { Crop, PublishedImage } from './published-image.ts'

/** An image as the owner sees it. */
export interface MediaItem extends PublishedImage {
  /** The uploaded file's name; only a reminder. */
  name: string
  /** The uploaded file's type, as its content says. */
  type: string
  /** What is shown of the original; null for all of it. */
  crop: Crop | null
  /** The largest variant that every browser shows. */
  url: string
  /** Grows with every change; a write names the version it was based on. */
  version: number
  createdAt: string
  updatedAt: string
  /** When it was moved to the trash. */
  deletedAt: string | null
}

/** A medium as an upload answers it. */
export interface UploadedMediaItem extends MediaItem {
  /** The same image was there already; nothing was kept twice. */
  known: boolean
}

/** An entry that names an image. */
export interface MediaUse {
  collection: string
  entry: string
  title: string
  /** Whether visitors see it there, or only the draft names it. */
  onPage: boolean
}

export const altLimit = 300

/** The smallest part that can be cut out, in px a side. */
export const smallestCrop = 16

const alt = z
  .string('The description must be text.')
  .trim()
  .max(altLimit, `The description may have at most ${altLimit} characters.`)
  .refine(isPlainLine, 'The description contains characters that cannot be shown.')

const share = z.number('The focal point must lie in the image.').min(0).max(1)

const part = z.number('Choose a part of the image.').min(0).max(1)
const crop = z
  .strictObject({ x: part, y: part, width: part.positive(), height: part.positive() })
  // Shares are decimals: a hair beyond the edge is the edge.
  .refine(({ x, y, width, height }) => x + width < 1.0001 && y + height < 1.0001, 'Choose a part inside the image.')

/** What may be said of an image when it is uploaded. */
export const mediaItemInput = z.strictObject({ alt: alt.default('') })

/** What may be changed of an image; the uploaded pixels never are. The focal point is meant in what is shown. */
export const mediaItemPatch = z.strictObject({
  alt: alt.optional(),
  focus: z.strictObject({ x: share, y: share }).optional(),
  crop: crop.nullable().optional(),
})

export type MediaItemPatch = z.infer<typeof mediaItemPatch>
