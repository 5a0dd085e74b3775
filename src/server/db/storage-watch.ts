import { Unavailable } from '../../model/errors.ts'

/** Why nothing can be saved just now. */
export interface StorageFailure {
  /** A sentence. */
  message: string
  /** When it was first met, ISO 8601. */
  since: string
}

/** Knows whether the store takes writes. Nothing is held back because of it: each write is tried, and answers for itself. */
export interface StorageWatch {
  /** Undefined while saving works. */
  failure(): StorageFailure | undefined
  /** A sign that nothing can be written has been met. */
  report(message: string): void
  /** Calls the listener when writes begin to fail and when they work again, and at once while they fail. */
  onTurn(listener: (failing: StorageFailure | undefined) => void): () => void
  close(): void
}

/** Milliseconds between a failed try and the next. */
const rest = 2000

/** `tryWriting` writes something small and rejects when that cannot be done; it is tried again and again once a write failed. */
export const createStorageWatch = (tryWriting: () => Promise<void>): StorageWatch => {
  const listeners = new Set<(failing: StorageFailure | undefined) => void>()
  let failing: StorageFailure | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const turn = (now: StorageFailure | undefined) => {
    failing = now
    for (const listener of listeners) listener(now)
  }

  const soon = () => {
    if (!closed) timer = setTimeout(tryAgain, rest).unref()
  }
  const tryAgain = async () => {
    try {
      await tryWriting()
    } catch (error) {
      // Whatever else it is, saving has not been seen to work.
      if (failing && error instanceof Unavailable) failing = { ...failing, message: error.message }
      soon()
      return
    }
    if (!closed) turn(undefined)
  }

  return {
    failure: () => failing,
    report: (message) => {
      if (failing || closed) return
      turn({ message, since: new Date().toISOString() })
      soon()
    },
    onTurn: (listener) => {
      listeners.add(listener)
      if (failing) listener(failing)
      return () => listeners.delete(listener)
    },
    close: () => {
      closed = true
      clearTimeout(timer)
    },
  }
}
