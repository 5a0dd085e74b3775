import { challengeExpiry, hashInput, proofOfWork } from '../../../model/inbox/proof-of-work.ts'
import { sha256Start } from './sha256.ts'

/** The longest task while solving: half a frame. */
const sliceMs = 8

/** A challenge with less time left is replaced. */
const renewBeforeMs = 5 * 60_000

const whenIdle = (task: () => void) => {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(task)
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
