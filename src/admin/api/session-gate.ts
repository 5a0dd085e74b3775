import { atom } from 'nanostores'

/** `ended`: nobody is signed in any more. `old`: one is, since too long for what was asked. */
export type Closed = false | 'ended' | 'old'

interface Waiting {
  resolve: () => void
  reject: (error: unknown) => void
  error: unknown
}

const closed = atom<Closed>(false)
let waiting: Waiting[] = []

const open = () => {
  const all = waiting
  waiting = []
  closed.set(false)
  return all
}

/** Where calls wait while the password is asked for again. */
export const sessionGate = {
  /** Resolves when the person is signed in again; rejects with `error` when they leave instead. */
  wait: (error: unknown, why: Exclude<Closed, false> = 'ended'): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject, error })
      if (closed.get() !== 'ended') closed.set(why)
    }),
  /** Whether somebody has to sign in again, and why. */
  closed: closed.get,
  open: () => {
    for (const { resolve } of open()) resolve()
  },
  giveUp: () => {
    for (const { reject, error } of open()) reject(error)
  },
  subscribe: closed.listen,
}
