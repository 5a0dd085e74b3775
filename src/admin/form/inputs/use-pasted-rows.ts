import { type ClipboardEvent, useRef } from 'react'
import type { List } from './paste/paste-rows.ts'

/** Handler around the inputs of a list: rows of a table become its items. A single line is left to the browser. */
export const usePastedRows = (list: List) => {
  const newest = useRef(list)
  newest.current = list
  return (event: ClipboardEvent): void => {
    const { target, clipboardData, defaultPrevented } = event
    const text = clipboardData.getData('text/plain').trim()
    if (defaultPrevented || !(target instanceof HTMLInputElement) || !/[\t\n]/.test(text)) return
    event.preventDefault()
    void import('./paste/paste-rows.ts').then(
      ({ pasteRows }) => pasteRows(text, target, newest),
      () => document.execCommand('insertText', false, text),
    )
  }
}
