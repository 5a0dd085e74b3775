type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Name of a key press as the table of shortcuts has it; undefined for presses that are never a shortcut. */
export const pressedKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): string | undefined => {
  if (key === 'Dead' || key === 'Unidentified') return undefined
  // With Alt, other keys write characters on some keyboards.
  if (altKey) return key.startsWith('Arrow') && !ctrlKey && !metaKey && !shiftKey ? `alt+${key}` : undefined
  if (ctrlKey || metaKey) return `mod+${shiftKey ? 'shift+' : ''}${key.length === 1 ? key.toLowerCase() : key}`
  // A letter with Shift is another one, a sign needs it on some keyboards.
  return key
}

export const isSingleKey = (name: string): boolean => name.split(' ').every((key) => key.length === 1)
