import { useEffect, useRef } from 'react'

export type InboxKeys = Readonly<Record<string, () => unknown>>

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && target.type === 'checkbox')

/** Single-key shortcuts of the inbox. Inactive in fields, dialogs and menus. */
export const useInboxKeys = (keys: InboxKeys): void => {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      const undo = key === 'z' && (ctrlKey || metaKey)
      if ((ctrlKey || metaKey || altKey) && !undo) return
      if (event.defaultPrevented || isTyping(target) || document.querySelector('[role=dialog], [role=menu]')) return
      // Enter and Space belong to the focused button or link.
      if (key === 'Enter' && target instanceof Element && target.closest('a, button, summary')) return
      const act = latest.current[undo ? 'mod+z' : key]
      if (!act || act() === false) return
      event.preventDefault()
      // The inbox's Undo comes before the journal's.
      if (undo) event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [])
}
