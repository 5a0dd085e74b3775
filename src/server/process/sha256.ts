import { createHash, randomBytes } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { megabyte } from './private-files.ts'

/** The SHA-256 of bytes or text, in hexadecimal. Tokens of links are stored as it: they are long and random, so that it needs no salt. */
export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** The same of a large file, a megabyte in each turn of the event loop: visits are answered in between. */
export const sha256InTurns = async (bytes: Uint8Array): Promise<string> => {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.byteLength; at += megabyte) {
    if (at > 0) await breathe()
    hash.update(bytes.subarray(at, at + megabyte))
  }
  return hash.digest('hex')
}

/** A token for a link: 256 random bits, of which the store keeps the hash. */
export const newLinkToken = (): { token: string; hash: string } => {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: sha256(token) }
}
