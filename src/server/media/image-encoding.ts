import { totalmem } from 'node:os'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { ImageFormat } from '../../model/media/published-image.ts'
import type { EncodedImage, ImageJob } from './image-job.ts'
import { imageLimits } from './image-limits.ts'
import { encoders, largestVariant, variantList } from './image-recipe.ts'

// The worker alone imports this file: libvips' memory shall never count against the server.

/** An image that is not taken, with a sentence for whoever sent it. */
export class Refused extends Error {
  readonly code: 'too-large' | 'unsupported-type'
  constructor(code: 'too-large' | 'unsupported-type', message: string) {
    super(message)
    this.code = code
  }
}

const loaders = ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}`)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: loaders })
sharp.cache(false)
sharp.concurrency(1)

const short = 640 * 1024 * 1024
/** True when the machine or its container has too little memory for two large AVIF at once: 170 MB each at five megapixels. */
const memoryIsShort = Math.min(process.constrainedMemory() || totalmem(), totalmem()) < short

// Of a portrait's five megapixels, three are left: the largest AVIF of it took 40 MB more than 320 MB have.
const largest = memoryIsShort ? { ...largestVariant, height: largestVariant.width } : largestVariant

const types: Record<string, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heif: 'image/avif',
}

const believe = (metadata: Metadata): string => {
  const type = types[metadata.format]
  if (type === undefined) {
    throw new Refused(
      'unsupported-type',
      'This file is not an image that can be shown. Choose a JPEG, PNG, WebP or AVIF.',
    )
  }
  if (metadata.format === 'heif' && metadata.compression !== 'av1') {
    throw new Refused('unsupported-type', 'HEIC images cannot be read here. Save it as JPEG and choose that file.')
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
  throw new Refused('unsupported-type', 'This image is damaged or cut short. Open it, save it anew and try again.')
}

/** The upright image or its region in sRGB, eight bits, no larger than the largest variant, and what the file said about itself. */
const decode = async ({ bytes, region }: ImageJob) => {
  // The header alone, however large an image it promises; what is too large is never decoded.
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

/** Five colours: the whole image and its four corners. */
const placeholder = async (image: Sharp): Promise<string> => {
  const shrink = (size: number) => image.clone().resize(size, size, { fit: 'fill' }).raw().toBuffer()
  const [whole, corners] = await Promise.all([shrink(1), shrink(2)])
  return [hex(whole, 0), ...[0, 1, 2, 3].map((at) => hex(corners, at))].join(' ')
}

const optionsFor = ({ format, width }: { format: ImageFormat; width: number }) => {
  const options = encoders[format](width)
  // Halved chroma takes 100 MB instead of 170, and shows the least where there are the most pixels.
  return memoryIsShort && format === 'avif' && width > 1280 ? { ...options, chromaSubsampling: '4:2:0' } : options
}

/** Reads an image from outside and makes everything the page needs of it; throws `Refused`. */
export const encodeImage = async (job: ImageJob, onDecoded: () => void): Promise<EncodedImage> => {
  const { type, size, raw, width, alpha } = await decode(job).catch(unreadable)
  onDecoded()
  // What a transparent image lies on where transparency is unknown: white, as in every image viewer.
  const flat = raw.clone().flatten({ background: '#ffffff' })
  const translucent = alpha && !(await raw.clone().stats()).isOpaque
  const variants: EncodedImage['variants'] = []
  // Large ones first, while memory is whole: after the small ones the same image takes more.
  const list = variantList(width)
    .toSorted((a, b) => b.width - a.width)
    .values()
  // Two files at once on a thread each are quicker than one file on two threads.
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
  return { ...size, type, placeholder: await placeholder(flat), variants }
}

const svgLoader = { operation: ['VipsForeignLoadSvg'] }

/** An SVG of our own as a PNG, in the size that it gives itself. Its loader is open for that long: one job at a time is done here. */
export const rasterise = async (svg: Uint8Array): Promise<Buffer> => {
  sharp.unblock(svgLoader)
  try {
    return await sharp(svg).png({ compressionLevel: 6 }).toBuffer()
  } finally {
    sharp.block(svgLoader)
  }
}
