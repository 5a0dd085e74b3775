import { z } from 'zod'
import { Invalid } from '../../model/errors.ts'
import {
  mediaItemPatch,
  mediaItemSchema,
  mediaKinds,
  mediaSelection,
  mediaSorts,
  mediaUseSchema,
  uploadedMediaItemSchema,
} from '../../model/media/media-item.ts'
import { uploadLimits } from '../../model/media/upload-limits.ts'
import {
  type AppContext,
  type Endpoint,
  endpoint,
  flag,
  listAnswer,
  pagingQuery,
  type Shown,
} from '../endpoint/endpoint.ts'
import { readUploadBody, refuseUnstorable } from '../endpoint/request-body.ts'
import { forOneOnly } from '../snapshots/security-headers.ts'
import type { Media } from './media.ts'
import { fileName } from './media-row.ts'
import { contentDisposition, fileHeaders } from './ready-media.ts'
import type { StoredBytes } from './stored-bytes.ts'

const listQuery = z.strictObject({
  ...pagingQuery,
  trash: flag,
  q: z.string().max(200).optional(),
  kind: z.enum(mediaKinds).optional(),
  unused: flag,
  sort: z.enum(mediaSorts).optional(),
})
const largestForm = uploadLimits.video.bytes + 16 * 1024

const usesAnswer = z.object({ uses: z.array(mediaUseSchema) })
const thumbnailQuery = z.strictObject({
  rendition: z
    .string()
    .regex(/^[0-9a-f]{16}$/, 'There is no such rendition.')
    .optional(),
})

const readForm = async (context: AppContext, fields: readonly string[]) => {
  const { form, bytes } = await readUploadBody(context.req.raw, largestForm)
  const { name } = form.get('file') as File
  const alt = form.get('alt')
  refuseUnstorable({ alt, names: [...form.keys()] })
  for (const name of form.keys()) if (!fields.includes(name)) throw new Invalid({ [name]: 'There is no such field.' })
  return { name, bytes, alt: typeof alt === 'string' ? alt : undefined }
}

const pairs = (list: readonly string[]): [string, string][] =>
  list.flatMap((text, i): [string, string][] => (i % 2 === 0 ? [[text, list[i + 1] as string]] : []))

const ownersFile = ({ type, bytes }: StoredBytes, headers: Record<string, string> = {}) =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': type,
      'Cache-Control': forOneOnly,
      ...headers,
      ...Object.fromEntries(pairs(fileHeaders({ type }))),
    },
  })

export const mediaApi = (media: Media, publisher: Shown) => {
  const written = async <T>(write: Promise<T>): Promise<T> => {
    const stored = await write
    await publisher.shown()
    return stored
  }
  const answer = mediaItemSchema

  const changing = (summary: string, change: typeof media.remove) =>
    endpoint({ summary, versioned: 'may', answer }, ({ id, based }) => written(change(id, based)))

  const changingAll = (summary: string, change: typeof media.removeAll) =>
    endpoint(
      { summary, body: mediaSelection, answer: z.object({ media: z.array(mediaItemSchema) }) },
      async ({ body: { ids }, based }) => ({ media: await written(change(ids, based)) }),
    )

  return {
    list: endpoint(
      {
        summary: 'Lists images and files, newest first unless sorted otherwise',
        query: listQuery,
        answer: listAnswer('media', mediaItemSchema),
      },
      ({ query }) => media.list(query),
    ),
    get: endpoint({ summary: 'Reads what is known of an image or a file', answer }, ({ id }) => media.get(id)),
    upload: endpoint(
      { summary: 'Keeps an image, a video or a PDF', upload: true, status: 201, answer: uploadedMediaItemSchema },
      async ({ context, based: { by } }) => {
        const { bytes, ...texts } = await readForm(context, ['file', 'alt'])
        const item = await media.upload(bytes, { ...texts, by })
        context.header('Location', `/api/media/${item.id}`)
        return item
      },
    ),
    update: endpoint(
      { summary: 'Changes an image’s text, focal point or crop', body: mediaItemPatch, versioned: 'may', answer },
      ({ id, body, based }) => written(media.update(id, body, based)),
    ),
    uses: endpoint(
      {
        summary: 'Lists the entries that name an image or link to a file; of `awaited-ID`, the drafts that await it',
        answer: usesAnswer,
      },
      async ({ id }) => ({ uses: await media.uses(id) }),
    ),
    original: endpoint(
      { summary: 'Reads a file as it was uploaded, an SVG as it is served', alsoAs: '*/*' },
      async ({ id }) => {
        const { name, ...stored } = await media.original(id)
        const how = stored.type.startsWith('image/') ? 'inline' : 'attachment'
        return ownersFile(stored, { 'Content-Disposition': contentDisposition(fileName(name), how) })
      },
    ),
    replace: endpoint(
      { summary: 'Puts another file in a file’s place', upload: true, versioned: 'may', answer },
      async ({ context, id, based }) => {
        const { bytes, name } = await readForm(context, ['file'])
        return written(media.replace(id, bytes, { name, ...based }))
      },
    ),
    thumbnail: endpoint(
      { summary: 'Reads a small image of what one shows, or showed', query: thumbnailQuery, alsoAs: 'image/*' },
      async ({ id, query: { rendition } }) => ownersFile(await media.thumbnail(id, rendition)),
    ),
    remove: changing('Moves an image or a file to the trash', media.remove),
    restore: changing('Takes an image or a file back from the trash', media.restore),
    removeAll: changingAll('Moves images and files to the trash, as one change', media.removeAll),
    restoreAll: changingAll('Takes images and files back from the trash, as one change', media.restoreAll),
    erase: endpoint(
      {
        summary: 'Deletes images, videos and files of the trash for good, without undo',
        body: mediaSelection,
        answer: z.object({ erased: z.int() }),
      },
      async ({ body: { ids }, based }) => ({ erased: await media.erase(ids, based) }),
    ),
  } satisfies Record<string, Endpoint>
}
