import type { Region } from '../../model/media/crop.ts'
import type { ImageFormat } from '../../model/media/published-image.ts'

/** A message to the image process. A drawing is an SVG of our own; SVG is never accepted from outside. */
export interface ImageJob {
  kind: 'image' | 'drawing'
  bytes: Uint8Array
  region?: Region | undefined
}

export interface EncodedImage {
  width: number
  height: number
  type: string
  placeholder: string
  variants: { format: ImageFormat; width: number; bytes: Uint8Array }[]
}

/** A message from the image process; `decoded`: the outside file is read to its end. */
export type ImageReport =
  | { kind: 'ready' }
  | { kind: 'decoded' }
  | { kind: 'encoded'; image: EncodedImage }
  | { kind: 'drawn'; png: Uint8Array }
  | { kind: 'refused'; code: 'too-large' | 'unsupported-type'; message: string }
  | { kind: 'failed'; message: string }

export const outOfMemory = 77
