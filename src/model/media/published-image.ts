/** The formats an image is offered in, best first. */
export const imageFormats = ['avif', 'webp', 'jpeg'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** A part of an upright image, in shares of its width and height. */
export interface Crop {
  x: number
  y: number
  width: number
  height: number
}

/** An image as the page uses it. */
export interface PublishedImage {
  id: string
  alt: string
  /** Of the original, upright and cropped, in px. */
  width: number
  height: number
  /** Focal point for when the page shows only a part, 0–1 from left and top. */
  focus: { x: number; y: number }
  /** Five CSS colours, `#rrggbb` each, parted by spaces: the whole, then its corners (top left, top right, bottom left, bottom right). */
  placeholder: string
  /** For each format the stored widths, ascending, in px. */
  variants: Record<ImageFormat, { width: number; url: string }[]>
}
