const storageKey = (kind: string, id: string) => `vitrine.${kind}.${id}`

/** Draft about a message, stored on this device until the server has it. A private window loses it with the page. */
export const keptText = (kind: 'reply' | 'note', id: string) => ({
  read: (): string | undefined => {
    try {
      return localStorage.getItem(storageKey(kind, id)) ?? undefined
    } catch {
      return undefined
    }
  },
  keep: (text: string): void => {
    try {
      localStorage.setItem(storageKey(kind, id), text)
    } catch {
      // Storage full or forbidden: the text stays in the field.
    }
  },
  forget: (): void => {
    try {
      localStorage.removeItem(storageKey(kind, id))
    } catch {
      // Storage forbidden: there is no draft.
    }
  },
})
