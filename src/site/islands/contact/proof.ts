import { challengeExpiry, hashInput, proofOfWork } from '../../../model/inbox/proof-of-work.ts'
import { sha256Start } from './sha256.ts'

/** In ms: how long the solving keeps the browser at a time, half a frame, and when a challenge is soon over. */
const [slice, soon] = [8, 5 * 60_000]

const whenIdle = (task: () => void) => {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(task)
  else setTimeout(task, 16)
}

/** Solves it in slices, each when the browser has nothing else to do, as long as it is wanted. */
const solve = (challenge: string, wanted: () => boolean, solved: (proof: string) => void) => {
  const signature = challenge.split('.').at(-1) ?? ''
  const nonces: number[] = []
  let nonce = 0
  const go = () => {
    if (!wanted()) return
    const end = performance.now() + slice
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
 * Proves to the server that a browser took some trouble. Begins when the form is first touched, costs the visitor nothing, and is
 * never waited for: a message without proof is taken as well.
 */
export const proveWork = (form: HTMLFormElement) => {
  let proof = ''
  let newest = ''
  let ends = 0
  const begin = async () => {
    if (ends > Date.now() + soon) return
    // Until it is there, nobody asks again.
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
  // What woke this island may have been that very touch.
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
