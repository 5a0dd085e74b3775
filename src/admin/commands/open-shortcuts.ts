import { atom } from 'nanostores'

const listed = atom(false)

export const openShortcuts = (): void => listed.set(true)

export const shortcutsList = {
  opened: listed.get,
  close: (): void => listed.set(false),
  subscribe: listed.listen,
}
