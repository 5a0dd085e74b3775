import { useEffect, useRef } from 'react'
import { openDialogs } from '../../ui/open-dialogs.ts'
import { isSingleKey, pressedKey } from './pressed-key.ts'
import { type Scope, type Shortcut, shortcuts } from './shortcuts.ts'
import { singleKeys } from './single-keys.ts'

/** One act for each shortcut of the scope. One that returns false leaves the key to the next scope, or to the browser. */
export type Acts<S extends Scope> = { readonly [Name in keyof (typeof shortcuts)[S]]: () => unknown }

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
  useEffect(() => {
    if (active.size === 0) window.addEventListener('keydown', press, true)
    active.set(scope, latest)
    return () => {
      active.delete(scope)
      if (active.size === 0) window.removeEventListener('keydown', press, true)
    }
  }, [scope])
}
