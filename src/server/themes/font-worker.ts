// A copy of a part of the sources compiles, too.
/// <reference path="./subset-font.d.ts" />
import { doJobs } from '../process/expendable.ts'

/** A message to the process that cuts fonts: a woff2 file, and what it is to keep: characters, and features, all of them where undefined. */
export interface FontJob {
  font: Uint8Array
  characters: string
  features: string[] | undefined
}

/** A message from it. */
export type FontReport = { kind: 'ready' } | { kind: 'cut'; font: Uint8Array } | { kind: 'failed'; message: string }

// Runs in the process that cuts fonts, which may come from a stranger. It knows no secret, cuts one at a time and is expendable.
doJobs(Number(process.argv[2]), async ({ font, characters, features }: FontJob): Promise<FontReport> => {
  const { default: subsetFont } = await import('subset-font')
  const options = { targetFormat: 'woff2' as const, ...(features ? { keepFeatures: features } : {}) }
  return { kind: 'cut', font: await subsetFont(Buffer.from(font), characters, options) }
})
