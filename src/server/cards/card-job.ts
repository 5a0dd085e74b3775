import type { CardFont } from '../../model/publishing/page.ts'

/** A message to the process that draws cards. */
export interface CardJob {
  node: object
  fonts: readonly CardFont[]
  /** A JPEG, shown where the tree names `image`. */
  image?: Uint8Array | undefined
  width: number
  height: number
}

/** A message from it. */
export type CardReport = { kind: 'ready' } | { kind: 'drawn'; png: Uint8Array } | { kind: 'failed'; message: string }
