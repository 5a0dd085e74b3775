import { encodings } from '../publishing/compression.ts'

const known = new Map<string, readonly number[]>()
const keepAtMost = 500
// Browsers send about 30 characters. What is longer is not worth taking apart for each visit.
const longest = 200
const identityOnly = [3]

const parse = (header: string): readonly number[] => {
  const qualities = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = q === undefined ? 1 : Number(q.slice(2))
    if (name !== '') qualities.set(name === 'x-gzip' ? 'gzip' : name, Number.isFinite(quality) ? quality : 0)
  }
  const others = qualities.get('*')
  const accepted = encodings
    // Identity needs no mention, and comes after everything that is mentioned.
    .map((name, index) => ({
      index,
      q: qualities.get(name) ?? (name === 'identity' ? (others ?? 0.0001) : (others ?? 0)),
    }))
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q || a.index - b.index)
    .map(({ index }) => index)
  // A client that refuses even identity gets it all the same: better than 406 (RFC 9110, 12.5.3).
  return accepted.includes(3) ? accepted : [...accepted, 3]
}

/**
 * The encodings a client takes, best first, as indices into `encodings`. By its weights, then our order.
 * Remembered for each spelling of the header; there are a handful in the world, and strangers cannot make us keep more than 500.
 * Whoever says it in more than 200 characters gets identity.
 */
export const acceptedEncodings = (header = ''): readonly number[] => {
  if (header.length > longest) return identityOnly
  const remembered = known.get(header)
  if (remembered !== undefined) return remembered
  const accepted = parse(header)
  if (known.size >= keepAtMost) known.clear()
  known.set(header, accepted)
  return accepted
}
