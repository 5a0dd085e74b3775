import { atom } from 'nanostores'

const opened = atom(false)

export const palette = {
  opened: opened.get,
  subscribe: opened.listen,
  open: (): void => opened.set(true),
  close: (): void => opened.set(false),
  toggle: (): void => opened.set(!opened.get()),
}

export const openPalette = palette.open
