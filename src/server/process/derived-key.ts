import { hkdfSync } from 'node:crypto'

/** A key for one purpose, derived from the server's secret: what is signed or sealed for one purpose is invalid for any other. */
export const derivedKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `vitrine ${purpose}`, 32))
