/** The formats a picture is offered in, best first. */
export const pictureFormats = ['avif', 'webp', 'jpeg'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** A part of an upright picture, in shares of its width and height. */
export interface Crop {
  x: number
  y: number
  width: number
  height: number
}

/** A picture as the page uses it. */
export interface Picture {
  id: string
  alt: string
  /** Of the original, upright and cropped, in px. */
  width: number
  height: number
  /** Where the eye should stay when the page shows a part of it, 0–1 from left and top. */
  focus: { x: number; y: number }
  /** Five CSS colours, `#rrggbb` each, parted by spaces: the whole, then its corners (top left, top right, bottom left, bottom right). */
  placeholder: string
  /** For each format the stored widths, ascending, in px. */
  variants: Record<PictureFormat, { width: number; url: string }[]>
}
