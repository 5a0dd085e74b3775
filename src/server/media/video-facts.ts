import { UnsupportedType } from '../../model/errors.ts'

/** Facts from the container of a video, which is not decoded. */
export interface VideoFacts {
  type: 'video/mp4' | 'video/webm'
  /** Of a frame, upright, in px. */
  width: number
  height: number
}

/** More pixels a side than any video on a page has; a size beyond it is not believed. */
const longestSide = 16_384

export const damaged = () =>
  new UnsupportedType('This video is damaged or cut short. Export it again as MP4 or WebM and retry.')

/** Throws `UnsupportedType` for a size that no video has. */
export const factsOf = (type: VideoFacts['type'], width: number, height: number): VideoFacts => {
  const isBelievable = (side: number) => side >= 1 && side <= longestSide
  if (!isBelievable(width) || !isBelievable(height)) throw damaged()
  return { type, width, height }
}
