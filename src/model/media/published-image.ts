/** The formats an image is offered in, best first. */
export const imageFormats = ['avif', 'webp', 'jpeg'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** The side of an icon on home screens, in px. */
export const homeScreenIcon = 180
/** Sides of the icons that are made of the site’s icon, in px: browser tabs, home screens, installed sites. */
export const iconSizes = [32, homeScreenIcon, 192, 512] as const

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
  /** Five CSS colours, `#rrggbb` each, parted by spaces: the whole, then its corners (top left, top right, bottom left, bottom right). Empty for one with transparency. */
  placeholder: string
  /** For each format the stored widths, ascending, in px; none of an SVG. */
  variants: Record<ImageFormat, { width: number; url: string }[]>
  /** URL of an SVG, which is shown as it is, in `<img>` alone. */
  vector?: string | undefined
  /** Square PNGs of the site’s icon, by their side in px. */
  icons?: { size: number; url: string }[] | undefined
}
