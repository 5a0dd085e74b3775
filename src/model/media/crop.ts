import type { Crop } from './published-image.ts'

export interface Point {
  x: number
  y: number
}

/** A part of an image in whole pixels. */
export interface Region {
  left: number
  top: number
  width: number
  height: number
}

const rounded = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 1e5) / 1e5

/** A crop as it is kept: to the fifth decimal, inside the image; null when it leaves nothing out. */
export const normalCrop = (crop: Crop | null): Crop | null => {
  if (crop === null) return null
  const [x, y] = [rounded(crop.x), rounded(crop.y)]
  const width = rounded(Math.min(crop.width, 1 - x))
  const height = rounded(Math.min(crop.height, 1 - y))
  return width === 1 && height === 1 ? null : { x, y, width, height }
}

/** The pixels that a crop leaves of an image of this size. */
export const regionOf = (crop: Crop, size: { width: number; height: number }): Region => {
  const left = Math.round(crop.x * size.width)
  const top = Math.round(crop.y * size.height)
  const width = Math.round((crop.x + crop.width) * size.width) - left
  const height = Math.round((crop.y + crop.height) * size.height) - top
  return { left, top, width, height }
}

/** Position of a point of the original in what a crop shows; at its edge when it was cut off. */
export const pointInCrop = ({ x, y }: Point, crop: Crop | null): Point =>
  crop === null ? { x, y } : { x: rounded((x - crop.x) / crop.width), y: rounded((y - crop.y) / crop.height) }

/** The point of the original that lies here in what a crop shows. */
export const pointInOriginal = ({ x, y }: Point, crop: Crop | null): Point =>
  crop === null ? { x, y } : { x: rounded(crop.x + x * crop.width), y: rounded(crop.y + y * crop.height) }
