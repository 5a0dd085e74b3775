import type { Crop } from '../../model/media/published-image.ts'

/** Aspect ratios on offer, as width by height; `Free` has none. */
export const shapes: readonly { label: string; aspect?: number }[] = [
  { label: 'Free' },
  { label: 'Square', aspect: 1 },
  { label: '4:5', aspect: 4 / 5 },
  { label: '3:2', aspect: 3 / 2 },
  { label: '16:10', aspect: 16 / 10 },
]

export const wholeImage: Crop = { x: 0, y: 0, width: 1, height: 1 }

/** Largest crop with this aspect ratio, centred on a point as far as possible. */
export const largestCrop = (
  aspect: number,
  image: { width: number; height: number },
  around: { x: number; y: number },
): Crop => {
  const own = image.width / image.height
  const [width, height] = aspect < own ? [aspect / own, 1] : [1, own / aspect]
  const within = (middle: number, size: number) => Math.min(1 - size, Math.max(0, middle - size / 2))
  return { x: within(around.x, width), y: within(around.y, height), width, height }
}
