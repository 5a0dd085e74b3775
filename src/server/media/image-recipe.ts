import { type ImageFormat, imageFormats } from '../../model/media/published-image.ts'

/** In px, from an avatar to a large image on a dense screen. */
const widths = [160, 320, 480, 720, 960, 1280, 1600, 2000]
// Link previews and feeds still need JPEG.
const jpegWidths = [320, 720, 1280]

/** Bounds what very long images cost. */
export const largestVariant = { width: 2000, height: 3000 }

/** Widths for an image, ascending: none larger, its own included, none nearly the same. */
const variantWidths = (width: number, format: ImageFormat): number[] => {
  const steps = format === 'jpeg' ? jpegWidths : widths
  const largest = Math.min(width, Math.max(...steps))
  return [...steps.filter((step) => step * 1.1 < largest), largest]
}

export const variantList = (width: number): { format: ImageFormat; width: number }[] =>
  imageFormats.flatMap((format) => variantWidths(width, format).map((step) => ({ format, width: step })))

const avifAt = (width: number) => {
  if (width <= 720) return { quality: 41, effort: 4 }
  if (width <= 960) return { quality: 46, effort: 3 }
  return { quality: 48, effort: 2 }
}

/**
 * Chosen by eye on flat art at two and a half times its size. Chroma is whole: halved, edges bleed at the same size in bytes. AVIF's
 * effort is high at the widths of phones, where it keeps faint edges at a lower quality; on large images each step costs three times
 * the time.
 */
export const encoders = {
  avif: (width: number) => ({ ...avifAt(width), chromaSubsampling: '4:4:4', tune: 'ssim' as const }),
  webp: () => ({ quality: 76, alphaQuality: 90, effort: 4 }),
  jpeg: () => ({ quality: 76, mozjpeg: true }),
}

export const recipe = () =>
  variantList(largestVariant.width).map(({ format, width }) => ({ format, width, ...encoders[format](width) }))
