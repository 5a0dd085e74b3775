const key = 'vitrine.recent'
const mostRecents = 12

const read = (): string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Ids of the items chosen last on this device, newest first. */
export const recents = {
  list: read,
  note: (id: string): void => {
    try {
      localStorage.setItem(key, JSON.stringify([id, ...read().filter((other) => other !== id)].slice(0, mostRecents)))
    } catch {
      // Without storage nothing is recent.
    }
  },
}
