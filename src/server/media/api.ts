import { z } from 'zod'
import { Invalid, UnsupportedType } from '../../model/errors.ts'
import {
  mediaItemPatch,
  mediaItemSchema,
  mediaKinds,
  mediaSelection,
  mediaSorts,
  mediaUseSchema,
  uploadedMediaItemSchema,
} from '../../model/media/media-item.ts'
import type { AppContext } from '../endpoint/context.ts'
import { type Endpoint, flag, pagingQuery, readBody, readQuery, versionOf } from '../endpoint/endpoint.ts'
import { authorOf } from '../endpoint/identity.ts'
import { readBytes } from '../endpoint/request-body.ts'
import { listAnswer } from '../endpoint/schemas.ts'
import { refuseUnstorable } from '../endpoint/storable.ts'
import type { Services } from '../services.ts'
import { contentDisposition, fileHeaders } from './file-headers.ts'
import { fileName } from './file-name.ts'
import { pdfBytes } from './image-limits.ts'
import type { StoredBytes } from './stored-bytes.ts'

const listQuery = z.strictObject({
  ...pagingQuery,
  trash: flag,
  q: z.string().max(200).optional(),
  kind: z.enum(mediaKinds).optional(),
  unused: flag,
  sort: z.enum(mediaSorts).optional(),
})
const largestForm = pdfBytes + 16 * 1024

const usesAnswer = z.object({ uses: z.array(mediaUseSchema) })
const thumbnailQuery = z.strictObject({
  rendition: z
    .string()
    .regex(/^[0-9a-f]{16}$/, 'There is no such rendition.')
    .optional(),
})

const readForm = async (context: AppContext, fields: readonly string[]) => {
  const type = context.req.header('content-type') ?? ''
  if (!/^multipart\/form-data;/i.test(type))
    throw new UnsupportedType('Send the file as multipart/form-data, in the field “file”.')
  const bytes = await readBytes(context.req.raw, largestForm)
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new Invalid({}, 'The body is not readable as multipart/form-data.')
  })
  const file = form.get('file')
  if (!(file instanceof File)) throw new Invalid({ file: 'Choose a file.' })
  const alt = form.get('alt')
  refuseUnstorable({ alt, names: [...form.keys()] })
  for (const name of form.keys()) if (!fields.includes(name)) throw new Invalid({ [name]: 'There is no such field.' })
  return {
    name: file.name,
    bytes: new Uint8Array(await file.arrayBuffer()),
    alt: typeof alt === 'string' ? alt : undefined,
  }
}

const pairs = (list: readonly string[]): [string, string][] =>
  list.flatMap((text, i): [string, string][] => (i % 2 === 0 ? [[text, list[i + 1] as string]] : []))

/** Cached by the owner's browser alone, and revalidated each time. */
const ownersFile = ({ type, bytes }: StoredBytes, headers: Record<string, string> = {}) =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': type,
      'Cache-Control': 'private, no-cache',
      ...headers,
      ...Object.fromEntries(pairs(fileHeaders({ type }))),
    },
  })

export const mediaApi = ({ media, publisher }: Services) => {
  const id = (context: AppContext) => context.req.param('id') ?? ''
  const based = (context: AppContext) => ({ ...authorOf(context), version: versionOf(context) })

  const changing = (summary: string, change: typeof media.remove): Endpoint => ({
    operation: { summary, versioned: 'may', answer: mediaItemSchema },
    handle: async (context) => {
      const item = await change(id(context), based(context))
      await publisher.shown()
      return context.json(item)
    },
  })

  const changingAll = (summary: string, change: typeof media.removeAll): Endpoint => ({
    operation: { summary, body: mediaSelection, answer: z.object({ media: z.array(mediaItemSchema) }) },
    handle: async (context) => {
      const { ids } = await readBody(context, mediaSelection)
      const items = await change(ids, authorOf(context))
      await publisher.shown()
      return context.json({ media: items })
    },
  })

  return {
    list: {
      operation: {
        summary: 'Lists images and files, newest first unless sorted otherwise',
        query: listQuery,
        answer: listAnswer('media', mediaItemSchema),
      },
      handle: async (context) => context.json(await media.list(readQuery(context, listQuery))),
    },
    get: {
      operation: { summary: 'Reads what is known of an image or a file', answer: mediaItemSchema },
      handle: async (context) => context.json(await media.get(id(context))),
    },
    upload: {
      operation: { summary: 'Keeps an image or a PDF', upload: true, status: 201, answer: uploadedMediaItemSchema },
      handle: async (context) => {
        const { bytes, ...texts } = await readForm(context, ['file', 'alt'])
        const item = await media.upload(bytes, { ...texts, ...authorOf(context) })
        return context.json(item, 201, { Location: `/api/media/${item.id}` })
      },
    },
    update: {
      operation: {
        summary: 'Changes an image’s text, focal point or crop',
        body: mediaItemPatch,
        versioned: 'may',
        answer: mediaItemSchema,
      },
      handle: async (context) => {
        const item = await media.update(id(context), await readBody(context, mediaItemPatch), based(context))
        await publisher.shown()
        return context.json(item)
      },
    },
    uses: {
      operation: { summary: 'Lists the entries that name an image or link to a file', answer: usesAnswer },
      handle: async (context) => context.json({ uses: await media.uses(id(context)) }),
    },
    original: {
      operation: { summary: 'Reads a file as it was uploaded, an SVG as it is served' },
      handle: async (context) => {
        const { name, ...stored } = await media.original(id(context))
        const how = stored.type.startsWith('image/') ? 'inline' : 'attachment'
        return ownersFile(stored, { 'Content-Disposition': contentDisposition(fileName(name), how) })
      },
    },
    replace: {
      operation: {
        summary: 'Puts another file in a file’s place',
        upload: true,
        versioned: 'may',
        answer: mediaItemSchema,
      },
      handle: async (context) => {
        const { bytes, name } = await readForm(context, ['file'])
        const item = await media.replace(id(context), bytes, { name, ...based(context) })
        await publisher.shown()
        return context.json(item)
      },
    },
    thumbnail: {
      operation: { summary: 'Reads a small image of what one shows, or showed', query: thumbnailQuery },
      handle: async (context) =>
        ownersFile(await media.thumbnail(id(context), readQuery(context, thumbnailQuery).rendition)),
    },
    remove: changing('Moves an image or a file to the trash', media.remove),
    restore: changing('Takes an image or a file back from the trash', media.restore),
    removeAll: changingAll('Moves images and files to the trash, as one change', media.removeAll),
    restoreAll: changingAll('Takes images and files back from the trash, as one change', media.restoreAll),
  } satisfies Record<string, Endpoint>
}
