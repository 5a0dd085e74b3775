/** One at a time, in the order of asking. */
export interface Turns {
  take(): Promise<void>
  /** Takes the turn if nobody has it. */
  tryTake(): boolean
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
    tryTake: () => {
      if (taken) return false
      taken = true
      return true
    },
    pass: () => {
      const next = waiting.shift()
      if (next) next()
      else taken = false
    },
  }
}
