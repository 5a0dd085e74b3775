const listeners = new Set<() => void>()

/** Shows the list of shortcuts. */
export const openShortcuts = (): void => {
  for (const listener of listeners) listener()
}

export const onOpenShortcuts = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
