/** One at a time, in the order of asking. */
export interface SerialQueue {
  take(): Promise<void>
  /** Takes the turn if nobody has it. */
  tryTake(): boolean
  release(): void
}

export const createSerialQueue = (): SerialQueue => {
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
    release: () => {
      const next = waiting.shift()
      if (next) next()
      else taken = false
    },
  }
}
