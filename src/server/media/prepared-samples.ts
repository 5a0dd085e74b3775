import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { ImageFormat } from '../../model/media/published-image.ts'
import { packageRoot } from '../process/package-root.ts'
import { sha256 } from '../process/sha256.ts'
import type { EncodedImage } from './image-job.ts'
import type { ImageProcess } from './image-process.ts'

interface PreparedSample {
  name: string
  /** SHA-256 of the SVG, and of `original.png`, which was drawn from it. */
  drawing: string
  original: string
  width: number
  height: number
  placeholder: string
  variants: { format: ImageFormat; width: number }[]
}

interface PreparedIndex {
  recipe: unknown
  samples: PreparedSample[]
}

export const preparedFolder = new URL('samples/renditions/', packageRoot)

const variantFile = ({ format, width }: PreparedSample['variants'][number]) => `${width}.${format}`

export const readPreparedIndex = (folder: URL): PreparedIndex => {
  try {
    return JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { recipe: undefined, samples: [] }
    throw error
  }
}

/**
 * Reads the variants of the sample drawings from a folder: encoding them takes a first start 14 s on an idle machine and minutes on a
 * busy one. All other images go to the image process.
 */
export const withPreparedSamples = (images: ImageProcess, folder: URL = preparedFolder): ImageProcess => {
  let index: PreparedSample[] | undefined
  const find = (key: 'drawing' | 'original', bytes: Uint8Array) => {
    index ??= readPreparedIndex(folder).samples
    const hash = sha256(bytes)
    return index.find((sample) => sample[key] === hash)
  }
  const read = ({ name }: PreparedSample, file: string) => readFile(new URL(`${name}/${file}`, folder))

  const readPrepared = async (sample: PreparedSample): Promise<EncodedImage> => {
    const { width, height, placeholder } = sample
    const variants = await Promise.all(
      sample.variants.map(async (variant) => ({ ...variant, bytes: await read(sample, variantFile(variant)) })),
    )
    return { width, height, type: 'image/png', placeholder, variants }
  }

  return {
    encode: async (bytes, region) => {
      const sample = region ? undefined : find('original', bytes)
      return sample ? readPrepared(sample) : images.encode(bytes, region)
    },
    rasterise: async (svg) => {
      const sample = find('drawing', svg)
      return sample ? read(sample, 'original.png') : images.rasterise(svg)
    },
    sanitize: images.sanitize,
    icons: images.icons,
    get pid() {
      return images.pid
    },
    close: images.close,
  }
}
