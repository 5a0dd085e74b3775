/** One at a time, in the order of asking. */
export interface Turns {
  take(): Promise<void>
  pass(): void
}

export const createTurns = (): Turns => {
  const waiting: (() => void)[] = []
  let taken = false
  return {
    take: () => {
      if (taken) return new Promise((resolve) => waiting.push(resolve))
      taken = true
      return Promise.resolve()
    },
    pass: () => {
      const next = waiting.shift()
      if (next) next()
      else taken = false
    },
  }
}
