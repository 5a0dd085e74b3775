/** The time, and being called later. Tests bring their own, in which an hour takes no time. */
export interface Clock {
  /** Unix time, in ms. It may jump. */
  now(): number
  /** Calls once after so many ms; returns what calls it off. Does not keep the process alive. */
  schedule(ms: number, call: () => void): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  schedule: (ms, call) => {
    const timer = setTimeout(call, ms).unref()
    return () => clearTimeout(timer)
  },
}
