type Listener = () => void

/** `ended`: nobody is signed in any more. `old`: one is, since too long for what was asked. */
export type Closed = false | 'ended' | 'old'

interface Waiting {
  resolve: () => void
  reject: (error: unknown) => void
  error: unknown
}

const listeners = new Set<Listener>()
let waiting: Waiting[] = []
let closed: Closed = false

const tell = () => {
  for (const listener of listeners) listener()
}

/** Where calls wait while the password is asked for again. */
export const sessionGate = {
  /** Resolves when the person is signed in again; rejects with `error` when they leave instead. */
  wait: (error: unknown, why: Exclude<Closed, false> = 'ended'): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject, error })
      if (closed !== 'ended') closed = why
      tell()
    }),
  /** Whether somebody has to sign in again, and why. */
  closed: (): Closed => closed,
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
