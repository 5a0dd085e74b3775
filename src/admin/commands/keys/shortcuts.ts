import { screenKeys } from './screen-keys.ts'

export interface Shortcut {
  /** Any of these: `j`, `mod+z`, or two keys one after the other as in `g p`. `mod` is Ctrl or Command. */
  keys: readonly string[]
  label: string
  /** Works in fields and dialogs as well. */
  inFields?: true
}

const table = <const T extends Readonly<Record<string, Readonly<Record<string, Shortcut>>>>>(shortcuts: T): T =>
  shortcuts

/**
 * Every shortcut of the admin, by the part of it in which it works. The handlers (`useShortcuts`) and the list that `?` opens are made
 * from it. Where two parts have the same key, the earlier one comes first.
 */
export const shortcuts = table({
  contact: {
    next: { keys: ['j', 'ArrowDown'], label: 'Next message' },
    previous: { keys: ['k', 'ArrowUp'], label: 'Previous message' },
    open: { keys: ['Enter'], label: 'Open it' },
    archive: { keys: ['e'], label: 'Archive' },
    reply: { keys: ['r'], label: 'Reply' },
    spam: { keys: ['!'], label: 'Spam' },
    remove: { keys: ['#', 'Delete'], label: 'Delete' },
    unread: { keys: ['u'], label: 'Mark as unread' },
    select: { keys: ['x'], label: 'Select it' },
    undo: { keys: ['z', 'mod+z'], label: 'Undo the last of these' },
    search: { keys: ['/'], label: 'Search messages' },
    back: { keys: ['Escape'], label: 'Back to the list' },
  },
  lists: {
    next: { keys: ['j'], label: 'Next row or tile' },
    previous: { keys: ['k'], label: 'Previous row or tile' },
    select: { keys: ['x'], label: 'Select it' },
    open: { keys: ['e'], label: 'Edit it' },
    create: { keys: ['c'], label: 'Create' },
  },
  form: {
    save: { keys: ['mod+s'], label: 'Save the draft now', inFields: true },
    publish: { keys: ['mod+Enter'], label: 'Publish what you are editing', inFields: true },
  },
  blocks: {
    moveUp: { keys: ['alt+ArrowUp'], label: 'Move the block up', inFields: true },
    moveDown: { keys: ['alt+ArrowDown'], label: 'Move the block down', inFields: true },
    undo: { keys: ['mod+z'], label: 'Undo the last change to the blocks (outside fields)' },
    redo: { keys: ['mod+shift+z'], label: 'Redo it' },
  },
  choices: {
    undo: { keys: ['mod+z'], label: 'Undo the last change to the entries (outside fields)' },
    redo: { keys: ['mod+shift+z'], label: 'Redo it' },
  },
  everywhere: {
    palette: { keys: ['mod+k'], label: 'Search and commands', inFields: true },
    undo: { keys: ['mod+z'], label: 'Undo the last act of this window (outside fields)' },
    redo: { keys: ['mod+shift+z'], label: 'Redo it' },
    help: { keys: ['?'], label: 'This list' },
  },
  screens: screenKeys,
})

export type Scope = keyof typeof shortcuts

/** Keys that parts of a screen handle themselves. */
export const gestures: readonly (readonly [keys: readonly string[], label: string])[] = [
  [['Enter', 'F2'], 'Edit a cell of a table; Tab edits the next'],
  [['Space', '↑ ↓', 'Space'], 'Pick up, move and drop a row'],
  [['Shift', 'Click'], 'Select a range of rows'],
  [['mod', 'Enter'], 'Send a reply'],
  [['/'], 'Choose a kind of block, in an empty text'],
  [['Escape'], 'Close the dialog or menu'],
]
