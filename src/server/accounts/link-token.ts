import { randomBytes } from 'node:crypto'
import { claimHash } from './claim-token.ts'

/** A token for a link that works once: 256 random bits, of which the store keeps the hash. */
export const newLinkToken = (): { token: string; hash: string } => {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: claimHash(token) }
}
