/** In bytes: what the server takes. */
export const largestPicture = 6 * 1024 * 1024

/** In px: more than any screen shows of a picture on the page. */
const largestSide = 3200

export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif'

const encoded = (bitmap: ImageBitmap): Promise<Blob> => {
  const scale = Math.min(1, largestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
}

/** The file itself, or a smaller picture of it when it is larger than the server takes, as phones make them. */
export const fitForUpload = async (file: File): Promise<File> => {
  if (file.size <= largestPicture) return file
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return file
  const blob = await encoded(bitmap)
  bitmap.close()
  return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: blob.type })
}
