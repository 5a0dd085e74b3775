import { atom } from 'nanostores'

/** `ended`: nobody is signed in any more. `old`: one is, since too long for what was asked. */
export type GateState = false | 'ended' | 'old'

interface Waiting {
  resolve: () => void
  reject: (error: unknown) => void
  error: unknown
}

const state = atom<GateState>(false)
let waiting: Waiting[] = []

const open = () => {
  const all = waiting
  waiting = []
  state.set(false)
  return all
}

/** Where calls wait while the password is asked for again. */
export const sessionGate = {
  /** Resolves when the person is signed in again; rejects with `error` when they leave instead. */
  wait: (error: unknown, reason: Exclude<GateState, false> = 'ended'): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject, error })
      if (state.get() !== 'ended') state.set(reason)
    }),
  /** Whether somebody has to sign in again, and why. */
  state: state.get,
  open: () => {
    for (const { resolve } of open()) resolve()
  },
  cancel: () => {
    for (const { reject, error } of open()) reject(error)
  },
  subscribe: state.listen,
}
