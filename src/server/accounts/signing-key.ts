import { hkdfSync } from 'node:crypto'

/** A key for one purpose, derived from the server's secret: what is signed for one purpose is worth nothing for another. */
export const signingKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `vitrine ${purpose}`, 32))
