interface Refusal {
  at: number
  windowEnd: number
  max: number
}

/** Refusals that this process has just met, so that a flood of them does not reach the database. */
export interface RefusalsInMemory {
  /** When the counter's window ends, in Unix ms, if it refused a moment ago. */
  windowEnd(key: string, max: number, now: number): number | undefined
  add(key: string, refusal: Refusal): void
  remove(key: string): void
}

// Another process may give a try back meanwhile, so the database is asked again soon.
const rememberMs = 1000
const most = 10_000

export const createRefusalsInMemory = (): RefusalsInMemory => {
  const refusals = new Map<string, Refusal>()
  return {
    windowEnd: (key, max, now) => {
      const found = refusals.get(key)
      if (found?.max !== max || now < found.at || now >= Math.min(found.at + rememberMs, found.windowEnd))
        return undefined
      return found.windowEnd
    },
    add: (key, refusal) => {
      refusals.delete(key)
      // A Map keeps the order of insertion: the oldest goes first.
      if (refusals.size >= most) refusals.delete(refusals.keys().next().value as string)
      refusals.set(key, refusal)
    },
    remove: (key) => {
      refusals.delete(key)
    },
  }
}
