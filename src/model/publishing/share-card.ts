/** The size of a share card in px: the networks that show large images of links crop nothing of it. */
export const shareCardSize = { width: 1200, height: 630 } as const

/** Inclusive ranges of code points. */
export type CodeRanges = readonly (readonly [from: number, to: number])[]

/** A font file, its path below the package's folder, and the characters that it draws. */
export interface CardFont {
  family: string
  file: string
  ranges: CodeRanges
}

/** A picture to be drawn. */
interface CardDrawing {
  /** Boxes, texts and images with styles, as JSON: the node tree of `@takumi-rs/core`. */
  node: object
  fonts: readonly CardFont[]
  /** URL of the variant in Media that the tree names as `image`. */
  image?: string | undefined
}

/** The picture of a page for where somebody shares a link to it. */
export interface ShareCard {
  /** The start of its path: one for each page, whatever the card shows. */
  stem: string
  /** Its whole path, with the hash of what it shows. */
  path: string
  /** Its text, for those who cannot see it. */
  alt: string
  /** Path of the image that is shown when it cannot be drawn. */
  fallback: string | undefined
  draw(): CardDrawing
}

export const cardFolder = '/media/cards/'

/** The path of a card: `/media/cards/projects/tideline.0123456789abcdef.png`. */
export const cardPath = (stem: string, hash: string): string => `${stem}.${hash}.png`

/** The stem in a card's path; undefined for any other path. */
export const cardStem = (path: string): string | undefined =>
  /^(\/media\/cards\/(?:home|(?:projects|pages)\/[^/.]{1,300}))\.[0-9a-f]{16}\.png$/.exec(path)?.[1]
