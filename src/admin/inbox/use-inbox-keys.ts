import { useEffect, useRef } from 'react'

/** A shortcut: what is pressed, as `KeyboardEvent.key` says it, and what it does. */
export type InboxKeys = Readonly<Record<string, () => unknown>>

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && target.type === 'checkbox')

/** Shortcuts of single keys while the inbox is there: not in fields, not over an open dialog or menu. */
export const useInboxKeys = (keys: InboxKeys): void => {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      const undo = key === 'z' && (ctrlKey || metaKey)
      if ((ctrlKey || metaKey || altKey) && !undo) return
      if (event.defaultPrevented || isTyping(target) || document.querySelector('[role=dialog], [role=menu]')) return
      // A button or link that has the focus is what Enter and Space are for.
      if (key === 'Enter' && target instanceof Element && target.closest('a, button, summary')) return
      const act = latest.current[undo ? 'mod+z' : key]
      if (!act || act() === false) return
      event.preventDefault()
      // The journal's own undo is not meant when there was something to take back here.
      if (undo) event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [])
}
