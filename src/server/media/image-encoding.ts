import type { Metadata, Sharp } from 'sharp'
import sharp from 'sharp'
import { homeScreenIcon, type ImageFormat, iconSizes, imageFormats } from '../../model/media/published-image.ts'
import { decodedFormats, formatNames, heicRefusal } from '../../model/media/upload-limits.ts'
import { memoryIsShort } from '../process/lean-process.ts'
import { type EncodedImage, type ImageJob, imageLimits, Refused } from './image-job.ts'

/** In px, from an avatar to a large image on a dense screen. */
const widths = [160, 320, 480, 720, 960, 1280, 1600, 2000]
// Link previews and feeds still need JPEG.
const jpegWidths = [320, 720, 1280]

/** Bounds what very long images cost. */
const largestVariant = { width: 2000, height: 3000 }

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
const encoders = {
  avif: (width: number) => ({ ...avifAt(width), chromaSubsampling: '4:4:4', tune: 'ssim' as const }),
  webp: () => ({ quality: 76, alphaQuality: 90, effort: 4 }),
  jpeg: () => ({ quality: 76, mozjpeg: true }),
}

export const recipe = () =>
  variantList(largestVariant.width).map(({ format, width }) => ({ format, width, ...encoders[format](width) }))

// Imported by the worker alone: libvips' memory must not count against the server.

/** Types by the name that libvips gives a format. */
const types = new Map(decodedFormats.map((format) => [format === 'avif' ? 'heif' : format, `image/${format}`]))
const loaders = [...types.keys()].map((name) => `VipsForeignLoad${name.charAt(0).toUpperCase()}${name.slice(1)}`)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: loaders })
sharp.cache(false)
sharp.concurrency(1)

// Two large AVIF at once take 170 MB each at five megapixels: one at a time where memory is short, and at most three of a portrait's five
// megapixels, whose largest AVIF took 40 MB more than 320 MB have.
const largest = memoryIsShort ? { ...largestVariant, height: largestVariant.width } : largestVariant

const believe = (metadata: Metadata): string => {
  const type = types.get(metadata.format)
  if (type === undefined) {
    throw new Refused('unsupported-type', `This file is not an image that can be shown. Choose a ${formatNames()}.`)
  }
  if (metadata.format === 'heif' && metadata.compression !== 'av1') {
    throw new Refused('unsupported-type', heicRefusal)
  }
  if (metadata.width * metadata.height > imageLimits.pixels) {
    const megapixels = Math.ceil((metadata.width * metadata.height) / 1e6)
    throw new Refused(
      'too-large',
      `This image has ${megapixels} megapixels; 24 is the most. Save it smaller, 2000 pixels wide is plenty.`,
    )
  }
  return type
}

const unreadable = (error: unknown): never => {
  if (error instanceof Refused) throw error
  const message = error instanceof Error ? error.message : ''
  if (message.includes('unsupported image format')) return believe({ format: 'other' } as unknown as Metadata) as never
  throw new Refused('unsupported-type', 'This image is damaged or cut short. Open it, save it again and retry.')
}

/** Decodes the upright image or its region in sRGB, eight bits, no larger than the largest variant. */
const decode = async ({ bytes, region }: ImageJob) => {
  // Reads the header alone: an image that is too large is never decoded.
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata()
  const type = believe(metadata)
  const upright = sharp(bytes, { limitInputPixels: imageLimits.pixels, failOn: 'error' }).autoOrient()
  const { data, info } = await (region ? upright.extract(region) : upright)
    .resize({ ...largest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return {
    type,
    size: region ? { width: region.width, height: region.height } : metadata.autoOrient,
    raw: sharp(data, { raw: info }),
    width: info.width,
    alpha: info.channels === 4,
  }
}

const hex = (pixels: Buffer, at: number) => `#${pixels.subarray(at * 3, at * 3 + 3).toString('hex')}`

const placeholder = async (image: Sharp): Promise<string> => {
  const shrink = (size: number) => image.clone().resize(size, size, { fit: 'fill' }).raw().toBuffer()
  const [whole, corners] = await Promise.all([shrink(1), shrink(2)])
  return [hex(whole, 0), ...[0, 1, 2, 3].map((at) => hex(corners, at))].join(' ')
}

const optionsFor = ({ format, width }: { format: ImageFormat; width: number }) => {
  const options = encoders[format](width)
  // Halved chroma takes 100 MB instead of 170, and shows the least on the largest images.
  return memoryIsShort && format === 'avif' && width > 1280 ? { ...options, chromaSubsampling: '4:2:0' } : options
}

/** Decodes an image from outside and makes all its variants; throws `Refused`. */
export const encodeImage = async (job: ImageJob, onDecoded: () => void): Promise<EncodedImage> => {
  const { type, size, raw, width, alpha } = await decode(job).catch(unreadable)
  onDecoded()
  // White, as in image viewers, where a format has no transparency.
  const flat = raw.clone().flatten({ background: '#ffffff' })
  const translucent = alpha && !(await raw.clone().stats()).isOpaque
  const variants: EncodedImage['variants'] = []
  // Large ones first: after the small ones the same image takes more memory.
  const list = variantList(width)
    .toSorted((a, b) => b.width - a.width)
    .values()
  // Two files on a thread each are quicker than one file on two threads.
  const encodeNext = async (): Promise<void> => {
    for (const variant of list) {
      const source = translucent && variant.format !== 'jpeg' ? raw : flat
      const sized = source.clone().resize({ width: variant.width })
      const bytes = await sized.toFormat(variant.format, optionsFor(variant)).toBuffer()
      variants.push({ ...variant, bytes })
    }
  }
  await Promise.all(Array.from({ length: memoryIsShort ? 1 : 2 }, encodeNext))
  variants.sort((a, b) => a.width - b.width)
  // A placeholder would show through.
  return { ...size, type, placeholder: translucent ? '' : await placeholder(flat), variants }
}

const svgLoader = { operation: ['VipsForeignLoadSvg'] }

/** Draws an SVG of our own in its own size. Its loader is open for that time only, in which no other job runs. */
export const rasterise = async (svg: Uint8Array): Promise<Buffer> => {
  sharp.unblock(svgLoader)
  try {
    return await sharp(svg).png({ compressionLevel: 6 }).toBuffer()
  } finally {
    sharp.block(svgLoader)
  }
}

/** Icons of an image, square and whole: on nothing, but on white at the size of home screens, which fill in black. */
export const drawIcons = async (bytes: Uint8Array): Promise<{ size: number; bytes: Uint8Array }[]> => {
  const image = sharp(bytes, { limitInputPixels: imageLimits.pixels })
  return Promise.all(
    iconSizes.map(async (size) => {
      const background = size === homeScreenIcon ? '#ffffff' : '#00000000'
      const square = image.clone().resize(size, size, { fit: 'contain', background, kernel: 'lanczos3' })
      const filled = size === homeScreenIcon ? square.flatten({ background }) : square
      return { size, bytes: await filled.png({ compressionLevel: 9 }).toBuffer() }
    }),
  )
}
