/** The formats a picture is offered in, best first. */
export const pictureFormats = ['avif', 'webp', 'jpeg'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** A picture as the page uses it. */
export interface Picture {
  id: string
  alt: string
  /** Of the original after its orientation is applied, in px. */
  width: number
  height: number
  /** Where the eye should stay when it is cropped, 0–1 from left and top. */
  focus: { x: number; y: number }
  /** Five CSS colours, `#rrggbb` each, parted by spaces: the whole, then its corners (top left, top right, bottom left, bottom right). */
  placeholder: string
  /** For each format the stored widths, ascending, in px. */
  variants: Record<PictureFormat, { width: number; url: string }[]>
}
