import { ApiError } from '../api/api-error.ts'

export const maxImageBytes = 6 * 1024 * 1024
const maxPdfBytes = 10 * 1024 * 1024
const maxSvgBytes = 1024 * 1024

/** More than any screen shows of an image on the page. */
const maxSidePx = 3200

export const imageTypes = 'image/jpeg,image/png,image/webp,image/avif,image/svg+xml'
export const pdfTypes = 'application/pdf'

const encoded = (bitmap: ImageBitmap): Promise<Blob> => {
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
}

const isImage = ({ type }: File): boolean => type.startsWith('image/')
const isPdf = ({ type }: File): boolean => type === 'application/pdf'
const isSvg = ({ type }: File): boolean => type === 'image/svg+xml'

/** Dropped or pasted files. */
export const filesIn = (data: DataTransfer | null): File[] => [...(data?.files ?? [])]

/** Images among dropped or pasted files. */
export const imagesIn = (data: DataTransfer | null): File[] => filesIn(data).filter(isImage)

const refusal = (message: string) => new ApiError('unsupported-type', message, { status: 415 })

/**
 * Returns the file, or a smaller image of it when it exceeds the server's limit, as photos of phones do. Throws
 * `ApiError` for files that the server would not take.
 */
export const fitForUpload = async (file: File): Promise<File> => {
  if (isPdf(file)) {
    if (file.size > maxPdfBytes) throw refusal('This PDF is larger than 10 MB. Save it with smaller images.')
    return file
  }
  if (!isImage(file)) throw refusal('This file is no image and no PDF. Choose a JPEG, PNG, WebP, AVIF, SVG or PDF.')
  if (isSvg(file)) {
    if (file.size > maxSvgBytes) throw refusal('This SVG is larger than 1 MB. Simplify it, or save it as PNG.')
    return file
  }
  if (file.size <= maxImageBytes) return file
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap)
    throw refusal(
      'This file is larger than 6 MB and cannot be read here. Save it as a JPEG of about 2000 pixels width.',
    )
  const blob = await encoded(bitmap)
  bitmap.close()
  return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: blob.type })
}
