import { TooMany } from '../../model/errors.ts'
import { type Clock, systemClock } from '../process/clock.ts'

export interface WaitingLine {
  /**
   * Resolves when it is this one's turn: the lowest weight first, then in order of arrival. Throws `TooMany` when the line is full of
   * others that weigh no more.
   */
  turn(weight: number): Promise<void>
}

interface Waiting {
  weight: number
  go: () => void
  refuse: (error: TooMany) => void
}

/** Lets one through in every `everyMs`; at most `most` wait. */
export const createWaitingLine = (everyMs: number, most: number, clock: Clock = systemClock): WaitingLine => {
  const line: Waiting[] = []
  let ticking = false

  const tick = () => {
    const next = line.shift()
    next?.go()
    ticking = next !== undefined
    if (ticking) clock.schedule(everyMs, tick)
  }
  const full = () => {
    const seconds = Math.ceil((everyMs * most) / 1000)
    return new TooMany(`Many people are signing in. Try again in ${seconds} seconds.`, seconds)
  }

  return {
    turn: (weight) =>
      new Promise((go, refuse) => {
        const index = line.findIndex((other) => other.weight > weight)
        line.splice(index < 0 ? line.length : index, 0, { weight, go, refuse })
        if (line.length > most) line.pop()?.refuse(full())
        if (ticking) return
        ticking = true
        clock.schedule(everyMs, tick)
      }),
  }
}
