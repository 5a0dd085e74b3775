export const oneMinuteMs = 60_000
export const oneHourMs = 60 * oneMinuteMs
export const oneDayMs = 24 * oneHourMs

/** A time (Unix, ms) as it is stored. */
export const iso = (time: number): string => new Date(time).toISOString()

/** Time by which the clocks of two processes may differ, in ms. */
export const clockGraceMs = oneMinuteMs

/** True for a time (Unix, ms) that only a clock that was ahead can have stored. */
export const isOfTheFuture = (time: number, now: number): boolean => time > now + clockGraceMs

/** Tests replace it, so that an hour takes no time. */
export interface Clock {
  /** Unix time, in ms. It may jump. */
  now(): number
  /** Calls once after `ms` without keeping the process alive; returns a function that cancels. */
  schedule(ms: number, call: () => void): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  schedule: (ms, call) => {
    const timer = setTimeout(call, ms).unref()
    return () => clearTimeout(timer)
  },
}
