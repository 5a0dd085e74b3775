import { TooMany } from '../../model/errors.ts'
import { createMemoryLimit } from '../limits/memory-limit.ts'
import type { Clock } from '../process/clock.ts'

const quarterHourMs = 15 * 60_000
const perCaller = 60
// The first ones of each caller do not count towards the limit of all: filling it keeps out only others who ask as often.
const free = 5
const perMinuteForAll = 600

/** Counts sign-ins that a caller (an IP address or an account) begins with a passkey or a provider. Throws `TooMany`. */
export const createBeginLimit = (limited: boolean, clock?: Pick<Clock, 'now'>): ((caller: string) => void) => {
  const ofCaller = createMemoryLimit(perCaller, quarterHourMs, clock)
  const isFree = createMemoryLimit(free, quarterHourMs, clock)
  const ofAll = createMemoryLimit(perMinuteForAll, 60_000, clock)
  return (caller) => {
    if (!limited) return
    const seconds = ofCaller(caller) || (isFree(caller) && ofAll(''))
    if (seconds > 0) throw new TooMany(`That was too often. Try again in ${seconds} seconds.`, seconds)
  }
}
