import type { Outcome } from './transport.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export const firstDelayMs = 30 * second
export const maxDelayMs = hour
/** After an e-mail was handed over and nobody said whether it was taken. */
export const unknownOutcomeDelayMs = 15 * minute
/** Unknown outcomes after which an email is given up as failed. */
export const maxUnknownOutcomes = 3
export const maxAgeMs = 5 * day
// By tries as well: a clock that leaps ahead must not give up what was hardly tried. So many take about a day.
export const minTries = 24

/** Delay after the nth attempt: doubled up to an hour, with jitter, so that retries do not come together. */
export const backOff = (tries: number, random: () => number): number =>
  Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(tries - 1, 20)) * (0.5 + random() / 2)

/** An e-mail that takes longer than this holds up no other one any more … */
export const slowAfter = 10 * second
/** … but so many are in hand at most: a mail server that hangs is not asked by a crowd. */
export const immediately = 4

export interface AttemptHistory {
  /** This one included. */
  tries: number
  /** Before this one. */
  unsure: number
  /** Since when it is to be sent, Unix time in ms. */
  since: number
}

export interface NextState {
  state: 'queued' | 'sent' | 'failed'
  unsure: number
  /** Until the next try, in ms. */
  wait: number
  answer: string
}

/** Next state of an email after an attempt. */
export const nextState = (tried: AttemptHistory, outcome: Outcome, now: number, random: () => number): NextState => {
  const { tries, unsure, since } = tried
  const { end, answer } = outcome
  if (end === 'sent') return { state: 'sent', unsure, wait: 0, answer }
  if (end === 'refused') return { state: 'failed', unsure, wait: 0, answer }
  if (end === 'unknown') {
    const state = unsure + 1 < maxUnknownOutcomes ? 'queued' : 'failed'
    return { state, unsure: unsure + 1, wait: unknownOutcomeDelayMs, answer }
  }
  if (now - since >= maxAgeMs && tries >= minTries)
    return { state: 'failed', unsure, wait: 0, answer: `${answer} (given up after five days)` }
  const wait = Math.min(maxDelayMs, Math.max(backOff(tries, random), outcome.wait ?? 0))
  return { state: 'queued', unsure, wait, answer }
}
