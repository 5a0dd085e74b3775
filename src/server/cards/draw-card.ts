import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { Renderer } from '@takumi-rs/core'
import type { CardFont } from '../../model/publishing/page.ts'
import { packageRoot, runsFromSource } from '../process/package-root.ts'

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

// A card is drawn once, so that nothing of it is worth keeping.
const renderer = new Renderer({ cacheMaxBytes: 0 })
const registered = new Map<string, Promise<unknown>>()

const decompress = promisify(brotliDecompress)

/** The build has the fonts of the CV next to it. */
const locationOf = (file: string) =>
  new URL(runsFromSource ? file : file.replace(/^.*(?=\/typst\/)/, 'dist/server'), packageRoot)

const readFont = async (file: string): Promise<Buffer> => {
  const bytes = await readFile(locationOf(file))
  return file.endsWith('.br') ? decompress(bytes) : bytes
}

const register = ({ family, file, ranges }: CardFont): Promise<unknown> => {
  const known = registered.get(file)
  if (known) return known
  const reading = readFont(file).then((data) =>
    renderer.registerFont({ name: family, data, unicodeRange: ranges.map(([from, to]) => [from, to]) }),
  )
  registered.set(file, reading)
  return reading
}

const prepared = async ({ node, fonts, image, width, height }: CardJob) => {
  await Promise.all(fonts.map(register))
  const images = image ? [{ src: 'image', data: image, cache: 'none' as const }] : []
  return { node: node as Parameters<Renderer['render']>[0], options: { width, height, images } }
}

/** The card as a PNG. Only the fonts that the job names are read, from the files of the package; nothing is fetched. */
export const drawCard = async (job: CardJob): Promise<Uint8Array> => {
  const { node, options } = await prepared(job)
  return renderer.render(node, { ...options, format: 'png' })
}

/** Places of each box and each run of text of a card. */
export const measureCard = async (job: CardJob) => {
  const { node, options } = await prepared(job)
  return renderer.measure(node, options)
}
