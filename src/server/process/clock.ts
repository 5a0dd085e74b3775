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
