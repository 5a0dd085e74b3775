import type { Clock } from '../../src/server/process/clock.ts'

/** A clock in which time passes when it is told to. */
export interface FakeClock extends Clock {
  /** Lets so much time pass; whoever wanted to be called meanwhile is, and `settled` is awaited after each. */
  pass(ms: number): Promise<void>
  /** Sets the clock ahead, or back, as an administrator might: nobody is called. */
  jump(ms: number): void
}

export const createFakeClock = (
  settled: () => Promise<void>,
  start = Date.parse('2026-05-04T10:00:00Z'),
): FakeClock => {
  let elapsed = 0
  let offset = start
  let calls: { at: number; call: () => void }[] = []
  const next = (until: number) => calls.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0]

  return {
    now: () => offset + elapsed,
    schedule: (ms, call) => {
      const planned = { at: elapsed + ms, call }
      calls.push(planned)
      return () => {
        calls = calls.filter((one) => one !== planned)
      }
    },
    pass: async (ms) => {
      const until = elapsed + ms
      await settled()
      for (let due = next(until); due; due = next(until)) {
        elapsed = Math.max(elapsed, due.at)
        calls = calls.filter((one) => one !== due)
        due.call()
        await settled()
      }
      elapsed = until
    },
    jump: (ms) => {
      offset += ms
    },
  }
}
