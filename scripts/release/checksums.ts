import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

export const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** What `sha256sum --check` reads. */
export const checksums = async (files: readonly string[]): Promise<string> => {
  const lines = await Promise.all(files.map(async (file) => `${await sha256Of(file)}  ${path.basename(file)}\n`))
  return lines.join('')
}
