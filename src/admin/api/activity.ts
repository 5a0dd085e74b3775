import { atom } from 'nanostores'

const running = atom(0)

export const activity = {
  begin: (): (() => void) => {
    running.set(running.get() + 1)
    return () => running.set(running.get() - 1)
  },
  count: running.get,
  subscribe: running.listen,
}
