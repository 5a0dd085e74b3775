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
  report(says: string): void
  /** Calls the listener when trouble comes and when it is over, and at once while there is some. */
  onTurn(listener: (trouble: StorageFailure | undefined) => void): () => void
  close(): void
}

/** How long after a failed try the next one is made, in ms. */
const rest = 2000

/** `tryWriting` writes something small and rejects when that cannot be done; it is asked again and again once trouble was met. */
export const createStorageWatch = (tryWriting: () => Promise<void>): StorageWatch => {
  const listeners = new Set<(trouble: StorageFailure | undefined) => void>()
  let trouble: StorageFailure | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const turn = (now: StorageFailure | undefined) => {
    trouble = now
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
      if (trouble && error instanceof Unavailable) trouble = { ...trouble, message: error.message }
      soon()
      return
    }
    if (!closed) turn(undefined)
  }

  return {
    failure: () => trouble,
    report: (says) => {
      if (trouble || closed) return
      turn({ message: says, since: new Date().toISOString() })
      soon()
    },
    onTurn: (listener) => {
      listeners.add(listener)
      if (trouble) listener(trouble)
      return () => listeners.delete(listener)
    },
    close: () => {
      closed = true
      clearTimeout(timer)
    },
  }
}
