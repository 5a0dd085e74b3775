/** Mutual exclusion, first come first served. */
export interface SerialQueue {
  take(): Promise<void>
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
