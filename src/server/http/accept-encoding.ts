import { parseAccept } from 'hono/utils/accept'
import { encodings } from '../publishing/compression.ts'

const known = new Map<string, readonly number[]>()
const keepAtMost = 500
// Browsers send about 30 characters; parsing much more for each visit would let a stranger cost time.
const longest = 200
const identity = encodings.indexOf('identity')

const parse = (header: string): readonly number[] => {
  const weights = new Map(parseAccept(header.toLowerCase()).map(({ type, q }) => [type.replace(/^x-/, ''), q]))
  const others = weights.get('*')
  const accepted = encodings
    // Identity need not be named, and comes after everything that is.
    .map((name, index) => ({ index, q: weights.get(name) ?? others ?? (index === identity ? 0.0001 : 0) }))
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q || a.index - b.index)
    .map(({ index }) => index)
  // A client that refuses even identity gets it all the same: better than 406 (RFC 9110, 12.5.3).
  return accepted.includes(identity) ? accepted : [...accepted, identity]
}

/**
 * The encodings a client takes, best first, as indices into `encodings`: by its weights, then in our order. Cached for each spelling of
 * the header, of which browsers have a handful. A header of more than 200 characters means identity.
 */
export const acceptedEncodings = (header = ''): readonly number[] => {
  if (header.length > longest) return [identity]
  const cached = known.get(header)
  if (cached !== undefined) return cached
  const accepted = parse(header)
  if (known.size >= keepAtMost) known.clear()
  known.set(header, accepted)
  return accepted
}
