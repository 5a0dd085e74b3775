import { type Calls, flag, listAnswer, pagingQuery } from '../calls.ts'
import { isPlainLine } from '../text-rules.ts'
import { z } from '../zod.ts'
import type { PublishedImage } from './published-image.ts'

const time = z.iso.datetime()
const variants = z.array(z.object({ width: z.int(), url: z.string() }))

/** Types of files that are served as they are stored, and the ends of their names. All others are images, served as variants. */
const endings = new Map([
  ['application/pdf', 'pdf'],
  ['image/svg+xml', 'svg'],
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
])

/** The end of the name of a file that is served as it is stored; undefined for an image with variants. */
export const endingOf = (type: string): string | undefined => endings.get(type)

export const mediaKinds = ['image', 'video', 'file'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** Kind by type: a page shows an image, plays a video, and links to a file. */
export const kindOf = (type: string): MediaKind =>
  type.startsWith('image/') ? 'image' : type.startsWith('video/') ? 'video' : 'file'

/** Path of a file of the library, as links name it; the groups are its rendition and the end of its name. */
export const fileUrl = /^\/media\/([0-9a-f]{16})\.(pdf|svg|mp4|webm)$/

export const isVideoUrl = /^\/media\/[0-9a-f]{16}\.(?:mp4|webm)$/

const imageSchema = z.object({
  id: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  focus: z.object({ x: z.number(), y: z.number() }),
  placeholder: z.string(),
  variants: z.object({ avif: variants, webp: variants, jpeg: variants }),
  vector: z.string().optional().describe('URL of an SVG, which has no variants.'),
  icons: z
    .array(z.object({ size: z.int(), url: z.string() }))
    .optional()
    .describe('PNGs of the site’s icon.'),
}) satisfies z.ZodType<PublishedImage>

/** An image, a video or a file as the owner sees it. Only images have variants, and a file has no size in pixels. */
export const mediaItemSchema = imageSchema.extend({
  kind: z.enum(mediaKinds),
  name: z.string().describe('The uploaded file’s name; only a reminder.'),
  type: z.string().describe('The uploaded file’s type, by its content.'),
  crop: z
    .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
    .nullable()
    .describe('Shares of the upright original; null for all of it.'),
  url: z.string().describe('The largest variant that every browser shows, or the file itself.'),
  size: z.int().describe('Bytes of the original.'),
  version: z.int().describe('Grows with every change; a write names the version it was based on.'),
  createdAt: time,
  updatedAt: time,
  deletedAt: time.nullable().describe('When it was moved to the trash.'),
})
export type MediaItem = z.infer<typeof mediaItemSchema>

/** The answer to an upload. */
const uploadedMediaItemSchema = mediaItemSchema.extend({
  known: z.boolean().describe('The same image was there already; nothing was stored twice.'),
})
export type UploadedMediaItem = z.infer<typeof uploadedMediaItemSchema>

/** An entry that names an image or a video, or links to a file; the settings are one of the collection `settings`. */
export const mediaUseSchema = z.object({
  collection: z.string(),
  entry: z.string(),
  title: z.string(),
  onPage: z.boolean().describe('Whether visitors see it there, or only the draft names it.'),
})
export type MediaUse = z.infer<typeof mediaUseSchema>

/** The use of a media item in the settings. */
export const settingsUse: MediaUse = { collection: 'settings', entry: 'settings', title: 'Settings', onPage: true }

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

/** Fields of an upload. */
export const mediaItemInput = z.strictObject({ alt: alt.default('') })

/** Fields of an image or a video that can be changed; the uploaded pixels never are. The focal point is relative to what is shown. */
export const mediaItemPatch = z.strictObject({
  alt: alt.optional(),
  focus: z.strictObject({ x: share, y: share }).optional(),
  crop: crop.nullable().optional(),
})

export type MediaItemPatch = z.infer<typeof mediaItemPatch>

export const mediaSorts = ['newest', 'name', 'size'] as const
export type MediaSort = (typeof mediaSorts)[number]

/** Media items that are deleted or restored as one change. */
const mediaSelection = z.strictObject({
  ids: z.array(z.string().max(64)).min(1, 'Choose at least one file.').max(500, 'Choose at most 500 files at once.'),
})

export const mediaCalls = () => {
  const answer = mediaItemSchema
  const several = { body: mediaSelection, answer: z.object({ media: z.array(answer) }) }
  const rendition = z.string().regex(/^[0-9a-f]{16}$/, 'There is no such rendition.')
  return {
    'GET /api/media': {
      query: z.strictObject({
        ...pagingQuery(),
        trash: flag(),
        q: z.string().max(200).optional(),
        kind: z.enum(mediaKinds).optional(),
        unused: flag(),
        sort: z.enum(mediaSorts).optional(),
      }),
      answer: listAnswer('media', answer),
    },
    'POST /api/media': { upload: true, answer: uploadedMediaItemSchema },
    'POST /api/media/erasures': { body: mediaSelection, answer: z.object({ erased: z.int() }) },
    'POST /api/media/removals': several,
    'POST /api/media/restorations': several,
    'GET /api/media/:id': { answer },
    'PATCH /api/media/:id': { body: mediaItemPatch, versioned: 'may', answer },
    'DELETE /api/media/:id': { versioned: 'may', answer },
    'POST /api/media/:id/restoration': { versioned: 'may', answer },
    'GET /api/media/:id/original': {},
    'PUT /api/media/:id/original': { upload: true, versioned: 'may', answer },
    'GET /api/media/:id/thumbnail': { query: z.strictObject({ rendition: rendition.optional() }) },
    'GET /api/media/:id/uses': { answer: z.object({ uses: z.array(mediaUseSchema) }) },
  } satisfies Calls
}
