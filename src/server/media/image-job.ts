import type { Region } from '../../model/media/crop.ts'
import type { PictureFormat } from '../../model/media/published-image.ts'

/** What the server sends to the picture process. A drawing is an SVG of our own; an SVG is never taken from outside. */
export interface PictureJob {
  kind: 'picture' | 'drawing'
  bytes: Uint8Array
  /** The part of the upright picture that is wanted; without it, all. */
  region?: Region | undefined
}

/** A picture as the worker read it, and what it made of it. Width and height are the upright picture's, or its region's. */
export interface EncodedPicture {
  width: number
  height: number
  /** The original's type, as its content says. */
  type: string
  placeholder: string
  variants: { format: PictureFormat; width: number; bytes: Uint8Array }[]
}

/** What the picture process sends back; `decoded` says that nothing of the outside file is read any more. */
export type PictureReport =
  | { kind: 'ready' }
  | { kind: 'decoded' }
  | { kind: 'encoded'; picture: EncodedPicture }
  | { kind: 'drawn'; png: Uint8Array }
  | { kind: 'refused'; code: 'too-large' | 'unsupported-type'; message: string }
  | { kind: 'failed'; message: string }

/** The exit code by which the worker says that it ran into its own memory bound. */
export const outOfMemory = 77
