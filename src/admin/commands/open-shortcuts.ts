import { atom } from 'nanostores'

const listed = atom(false)

/** Shows the list of shortcuts. */
export const openShortcuts = (): void => listed.set(true)

/** State of the list of shortcuts. */
export const shortcutsList = {
  opened: listed.get,
  close: (): void => listed.set(false),
  subscribe: listed.listen,
}
