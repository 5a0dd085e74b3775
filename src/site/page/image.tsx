import type { PublishedImage as ImageData } from '../../model/media/published-image.ts'
import { imageFormats } from '../../model/media/published-image.ts'
import { hash } from '../sections/home/seed.ts'

interface Props {
  image: ImageData
  /** The `sizes` attribute: how wide it is shown. */
  sizes: string
  /** The widest variant that is of use, in px; the first one beyond it is the last one offered. */
  widest?: number
  alt?: string
  /** True for an image of the first view: fetched at once and first. */
  first?: boolean
}

/** The class under which the page's style keeps an image's placeholder and focus. */
const imageClass = (image: ImageData): string => `m${hash(image.id).toString(36)}`

const offered = (variants: { width: number; url: string }[], widest: number) => {
  const enough = variants.findIndex(({ width }) => width >= widest)
  return enough < 0 ? variants : variants.slice(0, enough + 1)
}

/** The `srcset` of one format. */
export const sourceSet = (variants: { width: number; url: string }[], widest = Number.POSITIVE_INFINITY): string =>
  offered(variants, widest)
    .map(({ width, url }) => `${url} ${width}w`)
    .join(', ')

/** An image in every format and width there is, with its own size, so that nothing moves when it comes. */
export const Image = ({ image, sizes, widest = Number.POSITIVE_INFINITY, alt, first = false }: Props) => {
  const loading = first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const }
  if (image.vector) {
    const { vector, width, height } = image
    return (
      <span className={`image image-vector ${imageClass(image)}`}>
        <img src={vector} width={width} height={height} alt={alt ?? image.alt} decoding="async" {...loading} />
      </span>
    )
  }
  const jpegs = offered(image.variants.jpeg, widest)
  return (
    <picture className={`image ${imageClass(image)}`}>
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

const colour = /^#[0-9a-f]{6}$/i

/** The style rule with an image's placeholder colours and, where it is not the middle, its focus. */
export const imageRule = (image: ImageData): string => {
  const colours = image.placeholder.split(' ').filter((value) => colour.test(value))
  const placeholder = colours.length === 5 ? colours.map((value, i) => `--p${i}:${value};`).join('') : ''
  const percent = (part: number) => `${Math.round(Math.min(1, Math.max(0, part)) * 100)}%`
  const { x, y } = image.focus
  const focus = x === 0.5 && y === 0.5 ? '' : `--focus:${percent(x)} ${percent(y)};`
  const rules = (placeholder + focus).slice(0, -1)
  return rules === '' ? '' : `.${imageClass(image)}{${rules}}`
}
