import { z } from 'zod'
import { Invalid, UnsupportedType } from '../../model/errors.ts'
import {
  mediaItemPatch,
  mediaItemSchema,
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
import { fileName } from './file-name.ts'
import { imageLimits } from './image-limits.ts'
import type { StoredBytes } from './stored-bytes.ts'

const listQuery = z.strictObject({ ...pagingQuery, trash: flag })
const largestForm = imageLimits.bytes + 16 * 1024

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
    throw new UnsupportedType('Send the image as multipart/form-data, in the field “file”.')
  const bytes = await readBytes(context.req.raw, largestForm)
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new Invalid({}, 'The body is not readable as multipart/form-data.')
  })
  const file = form.get('file')
  if (!(file instanceof File)) throw new Invalid({ file: 'Choose an image.' })
  const alt = form.get('alt')
  refuseUnstorable({ alt, names: [...form.keys()] })
  for (const name of form.keys()) if (!fields.includes(name)) throw new Invalid({ [name]: 'There is no such field.' })
  return {
    name: file.name,
    bytes: new Uint8Array(await file.arrayBuffer()),
    alt: typeof alt === 'string' ? alt : undefined,
  }
}

/** Cached by the owner's browser alone, and revalidated each time. */
const ownersImage = ({ type, bytes }: StoredBytes, headers: Record<string, string> = {}) =>
  new Response(new Uint8Array(bytes), {
    headers: { 'Content-Type': type, 'Cache-Control': 'private, no-cache', ...headers },
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

  return {
    list: {
      operation: {
        summary: 'Lists images, newest first',
        query: listQuery,
        answer: listAnswer('media', mediaItemSchema),
      },
      handle: async (context) => context.json(await media.list(readQuery(context, listQuery))),
    },
    get: {
      operation: { summary: 'Reads what is known of an image', answer: mediaItemSchema },
      handle: async (context) => context.json(await media.get(id(context))),
    },
    upload: {
      operation: { summary: 'Keeps an image', upload: true, status: 201, answer: uploadedMediaItemSchema },
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
      operation: { summary: 'Lists the entries that name an image', answer: usesAnswer },
      handle: async (context) => context.json({ uses: await media.uses(id(context)) }),
    },
    original: {
      operation: { summary: 'Reads an image as it was uploaded' },
      handle: async (context) => {
        const { name, ...stored } = await media.original(id(context))
        return ownersImage(stored, {
          'Content-Disposition': `inline; filename*=UTF-8''${encodeURIComponent(fileName(name))}`,
        })
      },
    },
    replace: {
      operation: {
        summary: 'Puts another image in an image’s place',
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
        ownersImage(await media.thumbnail(id(context), readQuery(context, thumbnailQuery).rendition)),
    },
    remove: changing('Moves an image to the trash', media.remove),
    restore: changing('Takes an image back from the trash', media.restore),
  } satisfies Record<string, Endpoint>
}
