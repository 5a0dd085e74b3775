import type { Region } from '../../model/media/crop.ts'
import type { ImageFormat } from '../../model/media/published-image.ts'

/** A message from the server to the image process. A drawing is an SVG of our own; an SVG is never taken from outside. */
export interface ImageJob {
  kind: 'image' | 'drawing'
  bytes: Uint8Array
  /** The part of the upright image that is wanted; without it, all. */
  region?: Region | undefined
}

/** An image as the worker read it, and what it made of it. Width and height are the upright image's, or its region's. */
export interface EncodedImage {
  width: number
  height: number
  /** The original's type, as its content says. */
  type: string
  placeholder: string
  variants: { format: ImageFormat; width: number; bytes: Uint8Array }[]
}

/** A message from the image process; `decoded` means that the outside file is read to its end. */
export type ImageReport =
  | { kind: 'ready' }
  | { kind: 'decoded' }
  | { kind: 'encoded'; image: EncodedImage }
  | { kind: 'drawn'; png: Uint8Array }
  | { kind: 'refused'; code: 'too-large' | 'unsupported-type'; message: string }
  | { kind: 'failed'; message: string }

/** The exit code by which the worker says that it ran into its own memory bound. */
export const outOfMemory = 77
