interface Refusal {
  at: number
  windowEnd: number
  max: number
}

// Another process may uncount an attempt meanwhile, so the database is asked again soon.
const rememberMs = 1000
const maxRefusals = 10_000

/** Refusals that this process met a moment ago, so that a flood of attempts does not reach the database. */
export const createRefusalsInMemory = () => {
  const refusals = new Map<string, Refusal>()
  return {
    /** End of the counter's window, in Unix ms, if it refused a moment ago. */
    windowEnd: (key: string, max: number, now: number): number | undefined => {
      const found = refusals.get(key)
      if (found?.max !== max || now < found.at || now >= Math.min(found.at + rememberMs, found.windowEnd))
        return undefined
      return found.windowEnd
    },
    add: (key: string, refusal: Refusal) => {
      refusals.delete(key)
      // A Map keeps the order of insertion: the oldest goes first.
      if (refusals.size >= maxRefusals) refusals.delete(refusals.keys().next().value as string)
      refusals.set(key, refusal)
    },
    remove: (key: string) => refusals.delete(key),
  }
}
