type Listener = () => void

const listeners = new Set<Listener>()
let running = 0

const tell = () => {
  for (const listener of listeners) listener()
}

/** How many calls are on their way; the progress bar watches it. */
export const activity = {
  begin: (): (() => void) => {
    running += 1
    tell()
    return () => {
      running -= 1
      tell()
    }
  },
  count: () => running,
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
