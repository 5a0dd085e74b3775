import { TooMany } from '../../model/errors.ts'
import { type Clock, systemClock } from '../process/clock.ts'

/** A group that a caller belongs to (a network, an address) and the turns it had lately. */
interface Share {
  group: string
  turns: number
}

interface WaitingLine {
  /**
   * Resolves when it is this caller's turn. `shares` are its groups, the widest first: the group with the fewest turns, had or waited for,
   * goes first, so that the calls of one group stand behind each other and not in front of everybody else.
   * Throws `TooMany` for the last in line when more than `most` wait, and after `most` turns of waiting.
   */
  turn(shares: readonly Share[]): Promise<void>
}

interface Waiting {
  groups: readonly string[]
  rank: readonly number[]
  turnsWaited: number
  go: () => void
  refuse: (error: TooMany) => void
}

const isBefore = (one: readonly number[], other: readonly number[]): boolean => {
  const index = one.findIndex((turns, at) => turns !== other[at])
  return index >= 0 && (one[index] as number) < (other[index] as number)
}

/** Lets one through every `everyMs`; at most `most` wait. */
export const createWaitingLine = (everyMs: number, most: number, clock: Clock = systemClock): WaitingLine => {
  let line: Waiting[] = []
  let ticking = false

  const refuse = (waiting: Waiting | undefined) => {
    const seconds = Math.ceil((everyMs * most) / 1000)
    waiting?.refuse(new TooMany(`Many people are signing in. Try again in ${seconds} seconds.`, seconds))
  }
  const tick = () => {
    const next = line.shift()
    next?.go()
    for (const waiting of line) waiting.turnsWaited += 1
    for (const waiting of line.filter(({ turnsWaited }) => turnsWaited >= most)) refuse(waiting)
    line = line.filter(({ turnsWaited }) => turnsWaited < most)
    ticking = next !== undefined
    if (ticking) clock.schedule(everyMs, tick)
  }

  return {
    turn: (shares) =>
      new Promise((go, refused) => {
        const rank = shares.map(
          ({ group, turns }) => turns + line.filter(({ groups }) => groups.includes(group)).length,
        )
        const waiting = { groups: shares.map(({ group }) => group), rank, turnsWaited: 0, go, refuse: refused }
        const index = line.findIndex((other) => isBefore(rank, other.rank))
        line.splice(index < 0 ? line.length : index, 0, waiting)
        if (line.length > most) refuse(line.pop())
        if (ticking) return
        ticking = true
        clock.schedule(everyMs, tick)
      }),
  }
}
