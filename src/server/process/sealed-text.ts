import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** A key for one purpose, derived from the server's secret: what is signed or sealed for one purpose is invalid for any other. */
export const derivedKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `vitrine ${purpose}`, 32))

/** Signs texts for one purpose: HMAC-SHA-256, as base64url. */
export const createSigner = (readSecret: () => Promise<string>, purpose: string) => {
  let key: Buffer | undefined
  return async (text: string): Promise<string> => {
    key ??= derivedKey(await readSecret(), purpose)
    return createHmac('sha256', key).update(text).digest('base64url')
  }
}

const algorithm = 'aes-256-gcm'
const form = /^v1\.([\w-]{16})\.([\w-]{22})\.([\w-]*)$/

export type Sealer = ReturnType<typeof createSealer>

/**
 * Encrypts texts for the store (AES-256-GCM) with a key that is derived from the server's secret for this purpose. A text opens under the
 * name it was sealed with only, so that rows cannot be exchanged.
 */
export const createSealer = (readSecret: () => Promise<string>, purpose: string) => {
  const key = async () => derivedKey(await readSecret(), purpose)
  return {
    seal: async (name: string, text: string): Promise<string> => {
      // At random: NIST SP 800-38D, 8.2.2, allows 2^32 texts under one key.
      const nonce = randomBytes(12)
      const cipher = createCipheriv(algorithm, await key(), nonce).setAAD(Buffer.from(name))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return ['v1', ...[nonce, cipher.getAuthTag(), sealed].map((bytes) => bytes.toString('base64url'))].join('.')
    },

    /** The text; undefined when it was changed, or sealed with another secret. */
    open: async (name: string, stored: string): Promise<string | undefined> => {
      const [, nonce, tag, sealed] = form.exec(stored) ?? []
      if (nonce === undefined || tag === undefined || sealed === undefined) return undefined
      const bytes = (text: string) => Buffer.from(text, 'base64url')
      const decipher = createDecipheriv(algorithm, await key(), bytes(nonce), { authTagLength: 16 })
      try {
        decipher.setAAD(Buffer.from(name)).setAuthTag(bytes(tag))
        return Buffer.concat([decipher.update(bytes(sealed)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
