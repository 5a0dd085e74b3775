import { expect, it } from 'vitest'
import { seededRandom } from '../../../tests/support/random.ts'
import { sha256Start } from './proof.ts'

const random = seededRandom(256)
const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.']

it('gives the first 32 bits that SHA-256 has, for every length that it takes', async () => {
  for (let length = 0; length <= 55; length += 1)
    for (let n = 0; n < 20; n += 1) {
      const text = Array.from({ length }, () => random.pick(letters)).join('')
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
      expect(sha256Start(text), text).toBe(new DataView(hash).getUint32(0))
    }
})
