import type { MediaItem, UploadedMediaItem } from '../../model/media/media-item.ts'
import { activity } from '../api/activity.ts'
import { acts } from '../api/acts.ts'
import { ApiError, type ApiErrorCode } from '../api/api-error.ts'
import { sessionGate } from '../api/session-gate.ts'

export interface UploadOptions {
  onProgress?: ((share: number) => void) | undefined
  signal?: AbortSignal | undefined
}

interface Target {
  method: 'POST' | 'PUT'
  path: string
}

const parsed = (text: string): Partial<UploadedMediaItem> & { error?: string; message?: string } => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

// XMLHttpRequest, since `fetch` has no upload progress.
const send = (
  file: File,
  { method, path }: Target,
  { onProgress, signal }: UploadOptions,
): Promise<UploadedMediaItem> =>
  new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    const form = new FormData()
    form.set('file', file)
    call.open(method, path)
    call.setRequestHeader('accept', 'application/json')
    call.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    call.onload = () => {
      const answer = parsed(call.responseText)
      acts.note(Number(call.getResponseHeader('x-change')) || undefined)
      if (call.status === 201 || call.status === 200) resolve(answer as UploadedMediaItem)
      else {
        const message = answer.message ?? 'The server rejected this file. Try again in a moment.'
        reject(new ApiError((answer.error ?? 'internal') as ApiErrorCode, message, { status: call.status }))
      }
    }
    call.onerror = () =>
      reject(new ApiError('offline', 'The connection was lost during the upload. Check it, then try again.'))
    call.onabort = () => reject(new DOMException('Cancelled.', 'AbortError'))
    signal?.addEventListener('abort', () => call.abort(), { once: true })
    call.send(form)
  })

const sendTo = async (target: Target, file: File, options: UploadOptions): Promise<UploadedMediaItem> => {
  options.signal?.throwIfAborted()
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
  sendTo({ method: 'POST', path: '/api/media' }, file, options)

/** Uploads a replacement. Throws like `upload`. */
export const uploadReplacement = (id: string, file: File, options: UploadOptions = {}): Promise<MediaItem> =>
  sendTo({ method: 'PUT', path: `/api/media/${encodeURIComponent(id)}/original` }, file, options)
