const place = (kind: string, id: string) => `vitrine.${kind}.${id}`

/** What is being written about a message, kept on this device until the server has it. A window that keeps nothing loses it with the page. */
export const keptText = (kind: 'reply' | 'note', id: string) => ({
  read: (): string | undefined => {
    try {
      return localStorage.getItem(place(kind, id)) ?? undefined
    } catch {
      return undefined
    }
  },
  keep: (text: string): void => {
    try {
      localStorage.setItem(place(kind, id), text)
    } catch {
      // Full, or forbidden: what is typed stands in the field all the same.
    }
  },
  forget: (): void => {
    try {
      localStorage.removeItem(place(kind, id))
    } catch {
      // Then nothing was kept.
    }
  },
})
