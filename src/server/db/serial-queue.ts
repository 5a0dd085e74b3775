export const createSerialQueue = () => {
  const waiting: (() => void)[] = []
  let taken = false
  const tryTake = (): boolean => {
    if (taken) return false
    taken = true
    return true
  }
  return {
    tryTake,
    take: async (): Promise<void> => {
      if (!tryTake()) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    release: (): void => {
      const next = waiting.shift()
      if (next) next()
      else taken = false
    },
  }
}

export type SerialQueue = ReturnType<typeof createSerialQueue>
