import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../tests/support/random.ts'
import { nextState } from './lease.ts'
import type { Outcome } from './transport.ts'

const minute = 60_000
const day = 24 * 60 * minute
const later: Outcome = { result: 'later', answer: '451 later' }
const tried = { tries: 1, unknownOutcomes: 0, since: 0 }

describe('The schedule', () => {
  it('doubles from half a minute to an hour, and no two waits are the same', () => {
    const wait = (tries: number, random = 1) => nextState({ ...tried, tries }, later, 0, () => random).delayMs
    const full = [1, 2, 3, 7, 8, 9, 500].map((tries) => wait(tries))
    expect(full).toEqual([0.5, 1, 2, 32, 60, 60, 60].map((minutes) => minutes * minute))
    expect(wait(3, 0)).toBe(minute)
  })

  it('retries for five days, then fails with the reason', () => {
    const random = seededRandom(7)
    let now = 0
    for (let tries = 1; ; tries += 1) {
      const { state, delayMs, answer } = nextState({ ...tried, tries }, later, now, () => random.below(1000) / 1000)
      if (state === 'failed') {
        expect(now).toBeGreaterThanOrEqual(5 * day)
        expect(now).toBeLessThan(5 * day + 60 * minute)
        expect(answer).toBe('451 later (given up after five days)')
        expect(tries).toBeGreaterThan(115)
        return
      }
      now += delayMs
    }
  })

  it('does not give up an email because the clock leapt ahead', () => {
    expect(nextState({ ...tried, tries: 2 }, later, 30 * day, Math.random)).toMatchObject({ state: 'queued' })
  })

  it('waits as long as it was asked to, and not for ever', () => {
    const asked = (retryAfterMs: number) => nextState(tried, { ...later, retryAfterMs }, 0, Math.random).delayMs
    expect([asked(10 * minute), asked(9 * day)]).toEqual([10 * minute, 60 * minute])
  })
})
