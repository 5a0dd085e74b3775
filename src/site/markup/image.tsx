import { type PublishedImage as ImageData, imageFormats } from '../../model/media/published-image.ts'
import { hash } from './seed.ts'
import { useWords } from './words.ts'

interface Props {
  image: ImageData
  /** The `sizes` attribute: how wide it is shown. */
  sizes: string
  /** The widest variant that is of use, in px; the first one beyond it is the last one offered. */
  widest?: number
  alt?: string
  /** True for an image of the first view: fetched at once and first. */
  first?: boolean
  /** True where nothing of it may be cut off: it stands in its own ratio, no wider than its file and no taller than the window. */
  whole?: boolean
}

/** The class under which the page's style keeps an image's placeholder and focus. */
export const imageClass = (image: ImageData): string => `m${hash(image.id).toString(36)}`

export const ratioOf = ({ width, height }: ImageData): number => (width > 0 && height > 0 ? width / height : 1)

/** Below this ratio an image that is as wide as the page would be taller than most windows. */
const uprightRatio = 1.5

const offered = (variants: { width: number; url: string }[], widest: number) => {
  const enough = variants.findIndex(({ width }) => width >= widest)
  return enough < 0 ? variants : variants.slice(0, enough + 1)
}

/**
 * The `sizes` of an image as wide as the window, less a hundredth: a phone of 720 pixels says that it is 412 wide with 1.75 each, and would
 * fetch the file after that of 720 for one pixel.
 */
export const windowSizes = '99vw'

/** The `sizes` of an image as wide as the page's content; one that stands whole is at most 85 hundredths of the window tall. */
export const wideSizes = (image: ImageData, whole = false): string => {
  const wide = '(min-width: 75rem) 72rem, 94vw'
  const ratio = ratioOf(image)
  if (!whole || ratio >= uprightRatio) return wide
  const tall = `${Math.ceil(85 * ratio)}vh`
  return `(min-width: 75rem) min(72rem, ${tall}), min(94vw, ${tall})`
}

/** The `srcset` of one format. */
const sourceSet = (variants: { width: number; url: string }[], widest = Number.POSITIVE_INFINITY): string =>
  offered(variants, widest)
    .map(({ width, url }) => `${url} ${width}w`)
    .join(', ')

/** An image in every format and width there is, with its own size, so that nothing moves when it comes. */
export const Image = ({ image, sizes, widest = Number.POSITIVE_INFINITY, alt, first, whole }: Props) => {
  const shape = whole ? (ratioOf(image) < uprightRatio ? ' image-whole image-mat' : ' image-whole') : ''
  const loading = first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const }
  if (image.vector) {
    const { vector, width, height } = image
    return (
      <span className={`image image-vector ${imageClass(image)}${shape}`}>
        <img src={vector} width={width} height={height} alt={alt ?? image.alt} decoding="async" {...loading} />
      </span>
    )
  }
  const jpegs = offered(image.variants.jpeg, widest)
  return (
    <picture className={`image ${imageClass(image)}${shape}`}>
      {imageFormats
        .filter((format) => format !== 'jpeg' && image.variants[format].length > 0)
        .map((format) => (
          <source
            key={format}
            type={`image/${format}`}
            srcSet={sourceSet(image.variants[format], widest)}
            sizes={sizes}
          />
        ))}
      <img
        src={jpegs.at(-1)?.url ?? ''}
        srcSet={sourceSet(image.variants.jpeg, widest)}
        sizes={sizes}
        width={image.width}
        height={image.height}
        alt={alt ?? image.alt}
        decoding="async"
        {...loading}
      />
    </picture>
  )
}

/** An image that opens over the page; without scripts it is a link to its file. */
export const ViewedImage = (props: Props) => {
  const { image } = props
  const { enlarge } = useWords().blocks
  const file = image.vector ?? image.variants.jpeg.at(-1)?.url
  return (
    <a className="viewed" href={file} data-view="" aria-label={image.alt ? `${enlarge}: ${image.alt}` : enlarge}>
      <Image {...props} />
    </a>
  )
}

const colour = /^#[0-9a-f]{6}$/i

/** The ratio of the tallest box of a row. */
const tallestBox = 0.5
/** Px below which a file is narrower than the widest place for an image. */
const widestPlace = 1152

/** The style rule with an image's ratio and placeholder colours, the width of a small file and, where it is not the middle, its focus. */
export const imageRule = (image: ImageData): string => {
  const ratio = ratioOf(image)
  // Taller than the tallest box, it stands on a mat, which its colours would tint.
  const colours = ratio < tallestBox ? [] : image.placeholder.split(' ').filter((value) => colour.test(value))
  const placeholder = colours.length === 5 ? colours.map((value, i) => `--p${i}:${value};`).join('') : ''
  const percent = (part: number) => `${Math.round(Math.min(1, Math.max(0, part)) * 100)}%`
  const { x, y } = image.focus
  const focus = x === 0.5 && y === 0.5 ? '' : `--focus:${percent(x)} ${percent(y)};`
  const width = image.vector || image.width >= widestPlace ? '' : `--w:${image.width}px;`
  return `.${imageClass(image)}{${placeholder}${focus}${width}--r:${Number(ratio.toFixed(3))}}`
}
