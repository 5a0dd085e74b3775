import { Unavailable } from '../../model/errors.ts'

interface StorageFailure {
  message: string
  /** ISO 8601. */
  since: string
}

const retryMs = 2000

/** `tryWriting` writes something small, or rejects; it is repeated after a failure until it succeeds. */
export const createStorageWatch = (tryWriting: () => Promise<void>) => {
  const listeners = new Set<(failing: StorageFailure | undefined) => void>()
  let failing: StorageFailure | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const turn = (now: StorageFailure | undefined) => {
    failing = now
    for (const listener of listeners) listener(now)
  }

  const soon = () => {
    if (!closed) timer = setTimeout(tryAgain, retryMs).unref()
  }
  const tryAgain = async () => {
    try {
      await tryWriting()
    } catch (error) {
      if (failing && error instanceof Unavailable) failing = { ...failing, message: error.message }
      soon()
      return
    }
    if (!closed) turn(undefined)
  }

  return {
    failure: (): StorageFailure | undefined => failing,
    report: (message: string): void => {
      if (failing || closed) return
      turn({ message, since: new Date().toISOString() })
      soon()
    },
    /** Calls the listener when writes begin to fail and when they work again, and at once while they fail. */
    onTurn: (listener: (failing: StorageFailure | undefined) => void): (() => void) => {
      listeners.add(listener)
      if (failing) listener(failing)
      return () => listeners.delete(listener)
    },
    close: (): void => {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** State of the store's writes. Each write is tried all the same and fails by itself. */
export type StorageWatch = ReturnType<typeof createStorageWatch>
