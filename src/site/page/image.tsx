import type { Picture as PictureData } from '../../model/media/published-image.ts'
import { pictureFormats } from '../../model/media/published-image.ts'
import { hash } from '../sections/home/seed.ts'

interface Props {
  picture: PictureData
  /** The `sizes` attribute: how wide it is shown. */
  sizes: string
  /** The widest variant that is of use, in px; the first one beyond it is the last one offered. */
  widest?: number
  alt?: string
  /** True for a picture of the first view: fetched at once and first. */
  first?: boolean
}

/** The class under which the page's style keeps a picture's placeholder and focus. */
export const pictureClass = (picture: PictureData): string => `m${hash(picture.id).toString(36)}`

const offered = (variants: { width: number; url: string }[], widest: number) => {
  const enough = variants.findIndex(({ width }) => width >= widest)
  return enough < 0 ? variants : variants.slice(0, enough + 1)
}

/** The `srcset` of one format. */
export const sourceSet = (variants: { width: number; url: string }[], widest = Number.POSITIVE_INFINITY): string =>
  offered(variants, widest)
    .map(({ width, url }) => `${url} ${width}w`)
    .join(', ')

/** A picture in every format and width there is, with its own size, so that nothing moves when it comes. */
export const Picture = ({ picture, sizes, widest = Number.POSITIVE_INFINITY, alt, first = false }: Props) => {
  const jpegs = offered(picture.variants.jpeg, widest)
  return (
    <picture className={`picture ${pictureClass(picture)}`}>
      {pictureFormats
        .filter((format) => format !== 'jpeg' && picture.variants[format].length > 0)
        .map((format) => (
          <source
            key={format}
            type={`image/${format}`}
            srcSet={sourceSet(picture.variants[format], widest)}
            sizes={sizes}
          />
        ))}
      <img
        src={jpegs.at(-1)?.url ?? ''}
        srcSet={sourceSet(picture.variants.jpeg, widest)}
        sizes={sizes}
        width={picture.width}
        height={picture.height}
        alt={alt ?? picture.alt}
        decoding="async"
        {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      />
    </picture>
  )
}

const colour = /^#[0-9a-f]{6}$/i

/** The style rule with a picture's placeholder colours and, where it is not the middle, its focus. */
export const pictureRule = (picture: PictureData): string => {
  const colours = picture.placeholder.split(' ').filter((value) => colour.test(value))
  const placeholder = colours.length === 5 ? colours.map((value, i) => `--p${i}:${value};`).join('') : ''
  const percent = (part: number) => `${Math.round(Math.min(1, Math.max(0, part)) * 100)}%`
  const { x, y } = picture.focus
  const focus = x === 0.5 && y === 0.5 ? '' : `--focus:${percent(x)} ${percent(y)};`
  const rules = (placeholder + focus).slice(0, -1)
  return rules === '' ? '' : `.${pictureClass(picture)}{${rules}}`
}
