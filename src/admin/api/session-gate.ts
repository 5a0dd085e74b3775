import { atom } from 'nanostores'

/** `ended`: the session has ended. `old`: it is too old for the call. `false`: open. */
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

export const sessionGate = {
  /** Resolves when the user has signed in again; rejects with `error` when they cancel. */
  wait: (error: unknown, reason: Exclude<GateState, false> = 'ended'): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject, error })
      if (state.get() !== 'ended') state.set(reason)
    }),
  state: state.get,
  open: () => {
    for (const { resolve } of open()) resolve()
  },
  cancel: () => {
    for (const { reject, error } of open()) reject(error)
  },
  subscribe: state.listen,
}
