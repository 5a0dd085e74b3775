import type { SpamSignal } from '../../../model/inbox/spam-signals.ts'
import type { Arrival } from './arrival.ts'
import type { ProofState } from './proof-of-work.ts'

/** In ms: quicker than anyone finds the form, and quicker than most fill it in. */
const [impossible, hasty] = [1500, 3000]

/** What a message brought besides its text. */
export const arrivalSignals = ({ website, elapsed, isCrowdedOut }: Arrival, proof: ProofState): SpamSignal[] => {
  const signals: SpamSignal[] = []
  if (isCrowdedOut) signals.push({ name: 'crowd', amount: 1 })
  if (website !== '') signals.push({ name: 'honeypot', amount: 1 })
  if (elapsed !== undefined && elapsed < hasty)
    signals.push({
      name: 'too-quick',
      amount: elapsed < impossible ? 1 : 0.15,
      detail: `in ${(elapsed / 1000).toFixed(1)} seconds`,
    })
  // A form that was left open over night is no lie.
  if (proof === 'none' || proof === 'too old') signals.push({ name: 'unproven', amount: 1 })
  else if (proof !== 'holds') signals.push({ name: 'false-proof', amount: 1, detail: `it is ${proof}` })
  return signals
}
