import type { Outcome } from './transport.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const firstDelayMs = 30 * second
export const maxDelayMs = hour
export const unknownOutcomeDelayMs = 15 * minute
/** Unknown outcomes after which an email is given up as failed. */
export const maxUnknownOutcomes = 3
const maxAgeMs = 5 * day
/** Tries, about a day of them, before age counts: after a clock leaps ahead, an email is still tried. */
const minTries = 24

/** Delay after the nth attempt: doubled up to an hour, with jitter, so that retries do not come together. */
export const backOff = (tries: number, random: () => number): number =>
  Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(tries - 1, 20)) * (0.5 + random() / 2)

/** Duration after which the next email no longer waits for this one. */
export const slowAfterMs = 10 * second
/** Attempts at the same time, while earlier ones are slow. */
export const maxConcurrent = 4

interface AttemptHistory {
  /** This attempt included. */
  tries: number
  /** Before this attempt. */
  unknownOutcomes: number
  /** Time of the first attempt, Unix time in ms. */
  since: number
}

export interface NextState {
  state: 'queued' | 'sent' | 'failed'
  unknownOutcomes: number
  /** Until the next try. */
  delayMs: number
  answer: string
}

/** Next state of an email after an attempt. */
export const nextState = (
  { tries, unknownOutcomes, since }: AttemptHistory,
  { result, answer, retryAfterMs = 0 }: Outcome,
  now: number,
  random: () => number,
): NextState => {
  if (result === 'sent') return { state: 'sent', unknownOutcomes, delayMs: 0, answer }
  if (result === 'refused') return { state: 'failed', unknownOutcomes, delayMs: 0, answer }
  if (result === 'unknown') {
    const count = unknownOutcomes + 1
    const state = count < maxUnknownOutcomes ? 'queued' : 'failed'
    return { state, unknownOutcomes: count, delayMs: unknownOutcomeDelayMs, answer }
  }
  if (now - since >= maxAgeMs && tries >= minTries)
    return { state: 'failed', unknownOutcomes, delayMs: 0, answer: `${answer} (given up after five days)` }
  const delayMs = Math.min(maxDelayMs, Math.max(backOff(tries, random), retryAfterMs))
  return { state: 'queued', unknownOutcomes, delayMs, answer }
}
