import { hkdfSync } from 'node:crypto'

/** A key for one purpose, derived from the server's secret: signatures for one purpose are invalid for any other. */
export const signingKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `vitrine ${purpose}`, 32))
