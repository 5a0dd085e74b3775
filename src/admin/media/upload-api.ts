import type { MediaItem, UploadedMediaItem } from '../../model/media/media-item.ts'
import { formatNames, heicRefusal, isHeic, uploadLimits } from '../../model/media/upload-limits.ts'
import { activity } from '../api/activity.ts'
import { acts } from '../api/acts.ts'
import { ApiError, type ApiErrorCode, address, isFromProxy } from '../api/client.ts'
import { sessionGate } from '../api/session-gate.ts'
import { isVideo, pdfTypes } from './upload-state.ts'

/** More than any screen shows of an image on the page. */
const maxSidePx = 3200

const encoded = (bitmap: ImageBitmap): Promise<Blob> => {
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
}

const kindOf = (file: File): keyof typeof uploadLimits | undefined => {
  if (file.type === pdfTypes) return 'pdf'
  if (file.type === 'image/svg+xml') return 'svg'
  if (isVideo(file)) return 'video'
  return file.type.startsWith('image/') ? 'image' : undefined
}

/** Its bytes decide, where they can be read: another format may bear its name. */
export const isHeicFile = async (file: File): Promise<boolean> => {
  const start = new Uint8Array(
    await file
      .slice(0, 64)
      .arrayBuffer()
      .catch(() => new ArrayBuffer()),
  )
  const isJpeg = start[0] === 0xff && start[1] === 0xd8
  return isHeic(start) || (!isJpeg && /^image\/hei[cf]|\.(?:hei[cf]|hif)$/i.test(`${file.type}/${file.name}`))
}

const refusal = (message: string) => new ApiError('unsupported-type', message, { status: 415 })

/**
 * Returns the file, or a smaller image of it when it exceeds the server's limit, as photos of phones do. Throws
 * `ApiError` for files that the server would not take.
 */
export const fitForUpload = async (file: File): Promise<File> => {
  if (await isHeicFile(file)) throw refusal(heicRefusal)
  const kind = kindOf(file)
  if (!kind) throw refusal(`This file cannot be shown. Choose a ${formatNames('SVG', 'MP4', 'WebM', 'PDF')}.`)
  const limit = uploadLimits[kind]
  if (file.size <= limit.bytes) return file
  if (kind !== 'image') throw refusal(limit.message)
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap)
    throw refusal(
      'This file is larger than 6 MB and cannot be read here. Save it as a JPEG of about 2000 pixels width.',
    )
  const blob = await encoded(bitmap)
  bitmap.close()
  return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: blob.type })
}

export interface UploadOptions {
  onProgress?: ((share: number) => void) | undefined
  signal?: AbortSignal | undefined
  /** No act of its own: the undo of the place takes it away. */
  isQuiet?: boolean
}

/** Without progress for so long, a call is lost. The server may take its time over the last byte. */
const stalledMs = 90_000

type Target = ReturnType<typeof address>

const parsed = (text: string): Partial<UploadedMediaItem> & { error?: string; message?: string } => {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

// XMLHttpRequest, since `fetch` has no upload progress.
const send = (
  file: File,
  [method, url]: Target,
  { onProgress, signal, isQuiet }: UploadOptions,
): Promise<UploadedMediaItem> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const call = new XMLHttpRequest()
    const form = new FormData()
    form.set('file', file)
    call.open(method, url)
    call.setRequestHeader('accept', 'application/json')
    const lost = () =>
      reject(new ApiError('offline', 'The connection was lost during the upload. Check it, then try again.'))
    const stalled = () => {
      lost()
      call.abort()
    }
    let timer = setTimeout(stalled, stalledMs)
    call.onloadend = () => clearTimeout(timer)
    call.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(timer)
      timer = setTimeout(stalled, stalledMs)
      onProgress?.(total > 0 ? loaded / total : 0)
    }
    call.onload = () => {
      const answer = parsed(call.responseText)
      const isDone = call.status < 300
      if (!isQuiet) acts.note(Number(call.getResponseHeader('x-change')) || undefined)
      if (isDone && typeof answer.id === 'string') resolve(answer as UploadedMediaItem)
      // Without an id it is a page of somebody else, such as the login of a network.
      else if (isDone || isFromProxy(call.status, answer.error)) lost()
      else {
        const message = answer.message ?? 'The server rejected this file. Try again in a moment.'
        reject(new ApiError((answer.error ?? 'internal') as ApiErrorCode, message, { status: call.status }))
      }
    }
    call.onerror = lost
    call.onabort = () => reject(new DOMException('Cancelled.', 'AbortError'))
    signal?.addEventListener('abort', () => call.abort(), { once: true })
    call.send(form)
  })

const sendTo = async (target: Target, file: File, options: UploadOptions): Promise<UploadedMediaItem> => {
  const done = activity.begin()
  try {
    return await send(file, target, options).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      await sessionGate.wait(error)
      return send(file, target, options)
    })
  } finally {
    done()
  }
}

/** Uploads an image or a PDF. If the session has ended, waits until the user signs in. Throws `ApiError`, or `AbortError` when cancelled. */
export const upload = (file: File, options: UploadOptions = {}): Promise<UploadedMediaItem> =>
  sendTo(address('POST /api/media'), file, options)

/** Uploads a replacement. Throws like `upload`. */
export const uploadReplacement = (id: string, file: File, options: UploadOptions = {}): Promise<MediaItem> =>
  sendTo(address('PUT /api/media/:id/original', { id }), file, options)
