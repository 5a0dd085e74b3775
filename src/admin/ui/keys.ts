import { atom } from 'nanostores'
import { useLayoutEffect, useRef } from 'react'
import { mainScreens, menuScreens, type ScreenLink, toolScreens } from './screens.ts'

/** Selector of the dialogs that are open: the library's, and those of the browser. */
export const openDialogs = '[role=dialog], dialog[open]'

export const modKey: string = /Mac|iP(?:hone|ad|od)/.test(navigator.platform) ? '⌘' : 'Ctrl'

const opened = atom(false)

export const palette = {
  opened: opened.get,
  subscribe: opened.listen,
  open: (): void => opened.set(true),
  close: (): void => opened.set(false),
  toggle: (): void => opened.set(!opened.get()),
}

const listed = atom(false)

export const openShortcuts = (): void => listed.set(true)

export const shortcutsList = {
  opened: listed.get,
  close: (): void => listed.set(false),
  subscribe: listed.listen,
}

export interface Selected {
  /** Number and kind of the selected entries, such as `3 skills`. */
  what: string
  actions: readonly (readonly [label: string, act: () => unknown])[]
}

/** Actions on the rows that are selected in a list; the list sets it. Apart from the palette, which is loaded later. */
export const paletteSelection = atom<Selected | undefined>(undefined)

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Letters of Turkish keyboards that are an i in shortcuts, wherever they stand. */
const turkish: ReadonlyMap<string, string> = new Map([
  ['ı', 'i'],
  ['İ', 'I'],
])

/**
 * The character of a key press. On a keyboard of another script it is the Latin letter at that place. A press that a browser makes itself,
 * to fill a field in, has neither key nor code.
 */
export const latinKey = ({ key = '', code = '', shiftKey }: Partial<Press>): string => {
  const latin = turkish.get(key)
  if (latin) return latin
  if (key.length > 1 || !code.startsWith('Key') || /[\p{Script=Latin}\p{ASCII}]/u.test(key)) return key
  return shiftKey ? code.slice(3) : code.slice(3).toLowerCase()
}

/** Name of a key press as the table of shortcuts has it; undefined for presses that are never a shortcut. */
const pressedKey = (press: Press): string | undefined => {
  const { ctrlKey, metaKey, altKey, shiftKey } = press
  const key = latinKey(press)
  if (key === 'Dead' || key === 'Unidentified') return undefined
  // With Alt, other keys write characters on some keyboards.
  if (altKey) return key.startsWith('Arrow') && !ctrlKey && !metaKey && !shiftKey ? `alt+${key}` : undefined
  if (ctrlKey || metaKey) return `mod+${shiftKey ? 'shift+' : ''}${key.length === 1 ? key.toLowerCase() : key}`
  // A letter with Shift is another one, a sign needs it on some keyboards.
  return key
}

const isSingleKey = (name: string): boolean => name.split(' ').every((key) => key.length === 1)

const key = 'vitrine.single-keys'

const stored = () => {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

const state = atom(stored())

/** Switch of the single-key shortcuts on this device. Speech input and shaking hands may press them unintended (WCAG 2.1.4). */
export const singleKeys = {
  on: state.get,
  subscribe: state.listen,
  set: (on: boolean): void => {
    state.set(on)
    try {
      if (on) localStorage.removeItem(key)
      else localStorage.setItem(key, 'off')
    } catch {
      // Then it holds until the page is loaded again.
    }
  },
}

/** Letters that people expect; other screens get the first free letter of their name. */
const preferred: Readonly<Record<string, string>> = {
  about: 'a',
  chat: 't',
  contact: 'c',
  portfolio: 'p',
  resume: 'r',
  service: 'v',
  user: 'u',
  media: 'm',
  history: 'h',
  settings: 's',
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
const taken = new Set<string>()

const letterOf = ({ screen, label }: ScreenLink): string => {
  const wanted = preferred[screen]
  const others = [...`${label.toLowerCase()}${letters}`].filter(
    (one) => letters.includes(one) && !Object.values(preferred).includes(one),
  )
  const letter = [...(wanted ? [wanted] : []), ...others].find((one) => !taken.has(one)) ?? ''
  taken.add(letter)
  return letter
}

/** `g` and a letter for each screen, by its path. */
export const screenKeys = Object.fromEntries(
  [...mainScreens, ...toolScreens, ...menuScreens].map((link) => [
    link.path,
    { keys: [`g ${letterOf(link)}`], label: `Go to ${link.label}` },
  ]),
)

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
  settings: {
    search: { keys: ['/'], label: 'Search settings' },
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
    undoPaste: { keys: ['mod+z'], label: 'Undo a paste', inFields: true },
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
  [['mod', 'Shift', 'V'], 'Paste as plain text'],
  [['Escape'], 'Close the dialog or menu'],
]

/** One act for each shortcut of the scope. One that returns false leaves the key to the next scope, or to the browser. */
type Acts<S extends Scope> = { readonly [Name in keyof (typeof shortcuts)[S]]: () => unknown }

const scopes = Object.keys(shortcuts) as Scope[]
const active = new Map<Scope, { current: Readonly<Record<string, () => unknown>> }>()
const sequenceMs = 1500
let firstKey: { name: string; at: number } | undefined

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

/** Enter belongs to a button or link that has the focus. */
const isOwnKey = (name: string, target: EventTarget | null) =>
  name === 'Enter' && target instanceof Element && target.closest('a, button, summary') !== null

const dialogIsOpen = () => document.querySelector(openDialogs) !== null

/** An open menu has the focus. One that fades out has lost it, and takes no keys. */
const isInMenu = (target: EventTarget | null) => target instanceof Element && target.closest('[role=menu]') !== null

const begins = (name: string) =>
  scopes.some((scope) =>
    Object.values(shortcuts[scope]).some(({ keys }) => keys.some((key: string) => key.startsWith(`${name} `))),
  )

const press = (event: KeyboardEvent) => {
  const name = pressedKey(event)
  if (event.defaultPrevented || name === undefined || isOwnKey(name, event.target)) return
  const inFields = isTyping(event.target) || isInMenu(event.target) || dialogIsOpen()
  const sequence = firstKey && event.timeStamp - firstKey.at < sequenceMs ? `${firstKey.name} ${name}` : name
  firstKey = undefined
  for (const scope of scopes)
    for (const [act, { keys, ...shortcut }] of Object.entries<Shortcut>(shortcuts[scope])) {
      if (!keys.includes(sequence) || (inFields && !shortcut.inFields) || (isSingleKey(sequence) && !singleKeys.on()))
        continue
      const handle = active.get(scope)?.current[act]
      if (!handle || handle() === false) continue
      event.preventDefault()
      event.stopImmediatePropagation()
      return
    }
  if (!inFields && sequence === name && begins(name)) firstKey = { name, at: event.timeStamp }
}

/** Handles the shortcuts of a scope while the component is mounted. */
export const useShortcuts = <S extends Scope>(scope: S, acts: Acts<S>): void => {
  const latest = useRef<Acts<S>>(acts)
  latest.current = acts
  // In the frame that draws what they act on: a quick key would be lost.
  useLayoutEffect(() => {
    if (active.size === 0) window.addEventListener('keydown', press, true)
    active.set(scope, latest)
    return () => {
      active.delete(scope)
      if (active.size === 0) window.removeEventListener('keydown', press, true)
    }
  }, [scope])
}
