import { atom } from 'nanostores'

const running = atom(0)

/** How many calls are on their way; the progress bar watches it. */
export const activity = {
  begin: (): (() => void) => {
    running.set(running.get() + 1)
    return () => running.set(running.get() - 1)
  },
  count: running.get,
  subscribe: running.listen,
}
