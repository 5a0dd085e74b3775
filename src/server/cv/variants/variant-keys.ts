import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey } from '../../process/derived-key.ts'
import { newLink, type StoredVariant } from './variant-row.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** The keys under which variants with access by link are shown: 256 bits each, made from the server's secret and stored nowhere. */
export const createVariantKeys = (readSecret: () => Promise<string>) => {
  let purposeKey: Promise<Buffer> | undefined
  const keyOf = async ({ id, link }: Pick<StoredVariant, 'id' | 'link'>): Promise<string> => {
    purposeKey ??= readSecret().then((secret) => derivedKey(secret, 'CV variants'))
    purposeKey.catch(() => {
      purposeKey = undefined
    })
    return createHmac('sha256', await purposeKey)
      .update(`${id} ${link}`)
      .digest('base64url')
  }
  return { keyOf }
}

/** Key of what is not there: the answer takes as long as for a variant with another key. */
export const nobodysKey = newLink()

/** Compares in a time that says nothing of the key. */
export const isSameKey = (given: string, key: string): boolean => timingSafeEqual(hashOf(given), hashOf(key))
