import { readFile } from 'node:fs/promises'

/** The JPEG of a sample, as wide as cards take it. */
export const sampleJpeg = (name = 'tideline'): Promise<Uint8Array> =>
  readFile(new URL(`../../samples/renditions/${name}/720.jpeg`, import.meta.url))
