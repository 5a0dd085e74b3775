import { uploadLimits } from '../../model/media/upload-limits.ts'
import { ApiError } from '../api/api-error.ts'

/** More than any screen shows of an image on the page. */
const maxSidePx = 3200

export const imageTypes = 'image/jpeg,image/png,image/webp,image/avif,image/svg+xml'
export const pdfTypes = 'application/pdf'
export const videoTypes = 'video/mp4,video/webm'

const encoded = (bitmap: ImageBitmap): Promise<Blob> => {
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
}

export const isVideo = ({ type }: File): boolean => videoTypes.split(',').includes(type)

const kindOf = (file: File): keyof typeof uploadLimits | undefined => {
  if (file.type === pdfTypes) return 'pdf'
  if (file.type === 'image/svg+xml') return 'svg'
  if (isVideo(file)) return 'video'
  return file.type.startsWith('image/') ? 'image' : undefined
}

/** Dropped or pasted files. */
export const filesIn = (data: DataTransfer | null): File[] => [...(data?.files ?? [])]

const refusal = (message: string) => new ApiError('unsupported-type', message, { status: 415 })

/**
 * Returns the file, or a smaller image of it when it exceeds the server's limit, as photos of phones do. Throws
 * `ApiError` for files that the server would not take.
 */
export const fitForUpload = async (file: File): Promise<File> => {
  const kind = kindOf(file)
  if (!kind) throw refusal('This file cannot be shown. Choose a JPEG, PNG, WebP, AVIF, SVG, MP4, WebM or PDF.')
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
