import { atom } from 'nanostores'

export interface Selected {
  /** Number and kind of the selected entries, such as `3 skills`. */
  what: string
  actions: readonly (readonly [label: string, act: () => unknown])[]
}

/** Actions on the rows that are selected in a list; the list sets it. Apart from the palette, which is loaded later. */
export const paletteSelection = atom<Selected | undefined>(undefined)
