import type { SpamSignal } from '../../../model/inbox/spam-signals.ts'
import type { ProofState } from './proof-of-work.ts'

/** Circumstances in which a message was sent. */
export interface Arrival {
  /** Content of the honeypot field. */
  website: string
  /** Time the form was open, in ms, as the page reports it. */
  elapsed?: number | undefined
  /** Too many messages came in and this one has no proof of work: it is quarantined. */
  isCrowdedOut?: boolean
}

/** Faster than anyone can find the form, and faster than most people fill it in. */
const [impossibleMs, hastyMs] = [1500, 3000]

/** Signals in the circumstances of the sending: honeypot, time, proof of work. */
export const arrivalSignals = ({ website, elapsed, isCrowdedOut }: Arrival, proof: ProofState): SpamSignal[] => {
  const signals: SpamSignal[] = []
  if (isCrowdedOut) signals.push({ name: 'crowd', amount: 1 })
  if (website !== '') signals.push({ name: 'honeypot', amount: 1 })
  if (elapsed !== undefined && elapsed < hastyMs)
    signals.push({
      name: 'too-quick',
      amount: elapsed < impossibleMs ? 1 : 0.15,
      detail: `in ${(elapsed / 1000).toFixed(1)} seconds`,
    })
  // An expired challenge is no forgery: the form may have been open overnight.
  if (proof === 'none' || proof === 'too old') signals.push({ name: 'unproven', amount: 1 })
  else if (proof !== 'holds') signals.push({ name: 'false-proof', amount: 1, detail: `it is ${proof}` })
  return signals
}
