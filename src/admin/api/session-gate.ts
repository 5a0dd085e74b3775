type Listener = () => void

interface Waiting {
  resolve: () => void
  reject: (error: unknown) => void
  error: unknown
}

const listeners = new Set<Listener>()
let waiting: Waiting[] = []
let closed = false

const tell = () => {
  for (const listener of listeners) listener()
}

/** Where calls wait while the session has ended and the password is asked for. */
export const sessionGate = {
  /** Resolves when the person is signed in again; rejects with `error` when they leave instead. */
  wait: (error: unknown): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject, error })
      closed = true
      tell()
    }),
  /** Whether somebody has to sign in again. */
  isClosed: () => closed,
  open: () => {
    const all = waiting
    waiting = []
    closed = false
    tell()
    for (const { resolve } of all) resolve()
  },
  giveUp: () => {
    const all = waiting
    waiting = []
    closed = false
    tell()
    for (const { reject, error } of all) reject(error)
  },
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
