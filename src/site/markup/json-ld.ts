import type { PublishedImage } from '../../model/media/published-image.ts'
import { type Content, imageIn } from '../../model/publishing/published-content.ts'
import { previewOf } from './head.ts'

/** A thing of schema.org. */
export type JsonLd = Record<string, unknown>

/** Search engines read a few dozen; a page of a thousand reviews would only grow heavier. */
export const mostOfAKind = 24

export const personId = (url: string): string => `${url}/#person`

/** The `image` of a thing, a list where it has several; nothing without an image. */
export const imagesData = (images: readonly (PublishedImage | undefined)[], url: string): JsonLd => {
  const variants = images.flatMap((image) => (image && previewOf(image)) ?? [])
  const urls = [...new Set(variants.map((variant) => url + variant.url))].slice(0, mostOfAKind)
  return urls.length === 0 ? {} : { image: urls.length === 1 ? urls[0] : urls }
}

export const imageData = (id: string | null, { media }: Content, url: string): JsonLd =>
  imagesData([imageIn(media, id)], url)

/** The `dateModified` of what shows an entry: when it was published as it is, where that is known. */
export const modified = ({ times }: Content, id: string): JsonLd =>
  times && Object.hasOwn(times.entries, id) ? { dateModified: times.entries[id] } : {}

/** A data block: no script runs in it, and nothing in it can end it. */
export const dataBlock = (graph: JsonLd[]): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')}</script>`
