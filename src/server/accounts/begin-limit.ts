import { TooMany } from '../../model/errors.ts'
import { createMemoryLimit } from '../limits/memory-limit.ts'
import type { Clock } from '../process/clock.ts'

const quarterHourMs = 15 * 60_000
const perCaller = 60
// The first ones of each caller do not count together: whoever fills that count keeps out others who ask as often, and nobody else.
const free = 5
const together = 600

/**
 * Counts one beginning of a sign-in that needs a challenge (a passkey, a provider) by this caller: an address, or the account of who is
 * signed in. Throws `TooMany`.
 */
export const createBeginLimit = (limited: boolean, clock?: Pick<Clock, 'now'>): ((caller: string) => void) => {
  const ofCaller = createMemoryLimit(perCaller, quarterHourMs, clock)
  const isFree = createMemoryLimit(free, quarterHourMs, clock)
  const ofAll = createMemoryLimit(together, 60_000, clock)
  return (caller) => {
    if (!limited) return
    const seconds = ofCaller(caller) || (isFree(caller) && ofAll(''))
    if (seconds > 0) throw new TooMany(`That was too often. Try again in ${seconds} seconds.`, seconds)
  }
}
