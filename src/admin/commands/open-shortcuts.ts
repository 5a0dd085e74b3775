const listeners = new Set<() => void>()
let listed = false

const set = (now: boolean) => {
  listed = now
  for (const listener of listeners) listener()
}

/** Shows the list of shortcuts. */
export const openShortcuts = (): void => set(true)

/** Whether the list of shortcuts stands over the screen. */
export const shortcutsList = {
  opened: (): boolean => listed,
  close: (): void => set(false),
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
