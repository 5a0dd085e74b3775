import { Invalid } from '../../model/errors.ts'
import { mediaCalls } from '../../model/media/media-item.ts'
import { uploadLimits } from '../../model/media/upload-limits.ts'
import { type AppContext, endpoints, type Shown } from '../endpoint/endpoint.ts'
import { readUploadBody, refuseUnstorable } from '../endpoint/request-body.ts'
import { forOneOnly, headersByName } from '../snapshots/security-headers.ts'
import type { Media } from './media.ts'
import { fileName } from './media-row.ts'
import { contentDisposition, fileHeaders } from './ready-media.ts'
import type { StoredBytes } from './stored-bytes.ts'

const largestForm = uploadLimits.video.bytes + 16 * 1024

const readForm = async (context: AppContext, fields: readonly string[]) => {
  const { form, bytes } = await readUploadBody(context.req.raw, largestForm)
  const { name } = form.get('file') as File
  const alt = form.get('alt')
  refuseUnstorable({ alt, names: [...form.keys()] })
  for (const name of form.keys()) if (!fields.includes(name)) throw new Invalid({ [name]: 'There is no such field.' })
  return { name, bytes, alt: typeof alt === 'string' ? alt : undefined }
}

const ownersFile = ({ type, bytes }: StoredBytes, headers: Record<string, string> = {}) =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': type,
      'Cache-Control': forOneOnly,
      ...headers,
      ...headersByName(fileHeaders({ type })),
    },
  })

export const mediaApi = (media: Media, publisher: Shown) => {
  const written = async <T>(write: Promise<T>): Promise<T> => {
    const stored = await write
    await publisher.shown()
    return stored
  }
  type Based = Parameters<typeof media.remove>[1]
  const changing =
    (change: typeof media.remove) =>
    ({ id, based }: { id: string; based: Based }) =>
      written(change(id, based))
  const changingAll =
    (change: typeof media.removeAll) =>
    async ({ body: { ids }, based }: { body: { ids: string[] }; based: Based }) => ({
      media: await written(change(ids, based)),
    })

  return endpoints(mediaCalls(), {
    'GET /api/media': [
      'Lists images and files, newest first unless sorted otherwise',
      ({ query }) => media.list(query),
    ],
    'GET /api/media/:id': ['Reads what is known of an image or a file', ({ id }) => media.get(id)],
    'POST /api/media': [
      'Keeps an image, a video or a PDF',
      { status: 201 },
      async ({ context, based: { by } }) => {
        const { bytes, ...texts } = await readForm(context, ['file', 'alt'])
        const item = await media.upload(bytes, { ...texts, by })
        context.header('Location', `/api/media/${item.id}`)
        return item
      },
    ],
    'PATCH /api/media/:id': [
      'Changes an image’s text, focal point or crop',
      ({ id, body, based }) => written(media.update(id, body, based)),
    ],
    'GET /api/media/:id/uses': [
      'Lists the entries that name an image or link to a file; of `awaited-ID`, the drafts that await it',
      async ({ id }) => ({ uses: await media.uses(id) }),
    ],
    'GET /api/media/:id/original': [
      'Reads a file as it was uploaded, an SVG as it is served',
      { alsoAs: '*/*' },
      async ({ id }) => {
        const { name, ...stored } = await media.original(id)
        const how = stored.type.startsWith('image/') ? 'inline' : 'attachment'
        return ownersFile(stored, { 'Content-Disposition': contentDisposition(fileName(name), how) })
      },
    ],
    'PUT /api/media/:id/original': [
      'Puts another file in a file’s place',
      async ({ context, id, based }) => {
        const { bytes, name } = await readForm(context, ['file'])
        return written(media.replace(id, bytes, { name, ...based }))
      },
    ],
    'GET /api/media/:id/thumbnail': [
      'Reads a small image of what one shows, or showed',
      { alsoAs: 'image/*' },
      async ({ id, query: { rendition } }) => ownersFile(await media.thumbnail(id, rendition)),
    ],
    'DELETE /api/media/:id': ['Moves an image or a file to the trash', changing(media.remove)],
    'POST /api/media/:id/restoration': ['Takes an image or a file back from the trash', changing(media.restore)],
    'POST /api/media/removals': ['Moves images and files to the trash, as one change', changingAll(media.removeAll)],
    'POST /api/media/restorations': [
      'Takes images and files back from the trash, as one change',
      changingAll(media.restoreAll),
    ],
    'POST /api/media/erasures': [
      'Deletes images, videos and files of the trash for good, without undo',
      async ({ body: { ids }, based }) => ({ erased: await media.erase(ids, based) }),
    ],
  })
}
