import { type Content, imageIn } from '../../model/content/published-content.ts'
import { previewOf } from './head.ts'

/** A thing of schema.org. */
export type JsonLd = Record<string, unknown>

/** Search engines read a few dozen; a page of a thousand reviews would only grow heavier. */
export const mostOfAKind = 24

export const personId = (url: string): string => `${url}/#person`

/** The `image` of a thing; nothing without an image. */
export const imageData = (id: string | null, { media }: Content, url: string): JsonLd => {
  const image = imageIn(media, id)
  const variant = image && previewOf(image)
  return variant ? { image: url + variant.url } : {}
}

/** A data block: no script runs in it, and nothing in it can end it. */
export const dataBlock = (graph: JsonLd[]): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')}</script>`
