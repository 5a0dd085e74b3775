import type { Region } from '../../model/media/crop.ts'
import type { ImageFormat } from '../../model/media/published-image.ts'

/** A message to the image process. A drawing is an SVG of our own; one from outside is sanitized and never drawn. */
export interface ImageJob {
  kind: 'image' | 'drawing' | 'svg' | 'icons'
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

/** An SVG that runs and fetches nothing, and its size in px. */
export interface SanitizedSvg {
  svg: Uint8Array
  width: number
  height: number
}

export interface Icon {
  size: number
  /** A PNG. */
  bytes: Uint8Array
}

/** A message from the image process; `reading`: what reads an SVG is loaded; `decoded`: the outside file is read to its end. */
export type ImageReport =
  | { kind: 'ready' }
  | { kind: 'reading' }
  | { kind: 'decoded' }
  | { kind: 'encoded'; image: EncodedImage }
  | { kind: 'drawn'; png: Uint8Array }
  | { kind: 'sanitized'; image: SanitizedSvg }
  | { kind: 'icons'; icons: Icon[] }
  | { kind: 'refused'; code: 'too-large' | 'unsupported-type'; message: string }
  | { kind: 'failed'; message: string }

/** Limits of decoding. 24 megapixels are up to 6048 × 4032. */
export const imageLimits = {
  pixels: 24_500_000,
  waiting: 8,
} as const

/** A file from outside that is not taken, and why. */
export class Refused extends Error {
  readonly code: 'too-large' | 'unsupported-type'
  constructor(code: 'too-large' | 'unsupported-type', message: string) {
    super(message)
    this.code = code
  }
}
