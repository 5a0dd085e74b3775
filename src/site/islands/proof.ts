import { challengeExpiry, hashInput, proofOfWork } from '../../model/inbox/contact-form.ts'

// The roots' digits behind the point, as FIPS 180-4 gives them (4.2.2, 5.3.3).
const digits = (root: number) => ((root % 1) * 2 ** 32) | 0
const primes: number[] = []
for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n)
const rounds = primes.map((prime) => digits(Math.cbrt(prime)))
const start = primes.slice(0, 8).map((prime) => digits(Math.sqrt(prime)))

const schedule = new Int32Array(64)
const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by))

/**
 * The first 32 bits of SHA-256 of an ASCII text of at most 55 characters. Of our own, since `crypto.subtle` is missing on plain http
 * and gives each hash in a task of its own, which takes longer than the hash.
 */
export const sha256Start = (text: string): number => {
  schedule.fill(0)
  const { length } = text
  const put = (at: number, byte: number) => {
    schedule[at >> 2] = (schedule[at >> 2] as number) | (byte << (24 - (at & 3) * 8))
  }
  for (let i = 0; i < length; i += 1) put(i, text.charCodeAt(i))
  put(length, 0x80)
  schedule[15] = length * 8
  for (let i = 16; i < 64; i += 1) {
    const [x, y] = [schedule[i - 15] as number, schedule[i - 2] as number]
    schedule[i] =
      (schedule[i - 16] as number) +
      (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) +
      (schedule[i - 7] as number) +
      (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))
  }
  let [a, b, c, d, e, f, g, h] = start as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i += 1) {
    const one =
      h +
      (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
      ((e & f) ^ (~e & g)) +
      (rounds[i] as number) +
      (schedule[i] as number)
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  return ((start[0] as number) + a) >>> 0
}

/** The longest task while solving: half a frame. */
const sliceMs = 8

/** A challenge with less time left is replaced. */
const renewBeforeMs = 5 * 60_000

const whenIdle = (task: () => void) => {
  // Safari has no idle callback; Chromium is not idle before its next frame after a key that changed nothing in view.
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 200 })
  else setTimeout(task, 16)
}

/** Solves it in slices, each when the browser has nothing else to do, while the challenge is current. */
const solve = (challenge: string, isCurrent: () => boolean, solved: (proof: string) => void) => {
  const signature = challenge.split('.').at(-1) ?? ''
  const nonces: number[] = []
  let nonce = 0
  const go = () => {
    if (!isCurrent()) return
    const end = performance.now() + sliceMs
    do {
      for (let tries = 50; tries > 0 && nonces.length < proofOfWork.pieces; tries -= 1) {
        if (sha256Start(hashInput(signature, nonces.length, nonce)) >>> (32 - proofOfWork.zeroBits)) nonce += 1
        else {
          nonces.push(nonce)
          nonce = 0
        }
      }
      if (nonces.length === proofOfWork.pieces) return solved(`${challenge}~${nonces.join('-')}`)
    } while (performance.now() < end)
    whenIdle(go)
  }
  whenIdle(go)
}

/**
 * Solves the server's proof of work while the visitor types. Starts at the first focus in the form, and sending never waits for it:
 * a message without proof is accepted as well.
 */
export const proveWork = (form: HTMLFormElement) => {
  let proof = ''
  let newest = ''
  let ends = 0
  const begin = async () => {
    if (ends > Date.now() + renewBeforeMs) return
    // No second request while this one runs.
    ends = Number.POSITIVE_INFINITY
    try {
      const response = await fetch(`${form.action}/challenge`)
      const { challenge } = (await response.json()) as { challenge: string }
      ends = challengeExpiry(challenge)
      newest = challenge
      solve(
        challenge,
        () => newest === challenge,
        (solved) => {
          proof = solved
        },
      )
    } catch {
      ends = 0
    }
  }
  form.addEventListener('focusin', begin)
  // The focus that hydrated this island counts.
  if (form.contains(document.activeElement)) begin()
  return {
    get: () => proof,
    /** After it was used. */
    renew() {
      proof = newest = ''
      ends = 0
    },
  }
}
