import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { sessionGate } from '../api/session-gate.ts'
import { openDialogs, palette, shortcutsList } from '../ui/keys.ts'

/** True while a dialog of the frame is open. Such dialogs outlive the screen below them. */
const dialogIsOpen = () => palette.opened() || shortcutsList.opened() || sessionGate.state() !== false

// By then a closed dialog has returned the focus, if the element that had it still exists.
const focusReturnMs = 30

/** Calls `act` after the last dialog has closed. Returns a function that cancels it. */
const onceDialogsClose = (act: () => void) => {
  let timer: number | undefined
  const check = () => {
    window.clearTimeout(timer)
    if (!dialogIsOpen()) timer = window.setTimeout(act, focusReturnMs)
  }
  const stops = [palette.subscribe(check), shortcutsList.subscribe(check), sessionGate.subscribe(check)]
  return () => {
    window.clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

/**
 * Moves the focus to a new screen, as a new page would, unless one of its elements has it already. Waits while a dialog
 * is open.
 */
export const useFocusOnArrival = (): void => {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const main = document.getElementById('main')
    window.scrollTo(0, 0)
    if (!dialogIsOpen()) {
      if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
      return
    }
    const stop = onceDialogsClose(() => {
      stop()
      const left = document.activeElement
      if (!left || left === document.body || left.closest(openDialogs)) main?.focus({ preventScroll: true })
    })
    return stop
  }, [pathname])
}

/** Moves the focus to the next step of a screen: the button that led to it has gone, and the focus with it. */
export const useFocusOnStep = (): void => {
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  }, [])
}

/** Keeps the focus when what had it goes away, from the first key or press on. */
export const useKeptFocus = (): void =>
  useEffect(() => {
    const load = () => void import('./keep-focus.ts').catch(() => {})
    for (const act of ['keydown', 'pointerdown']) addEventListener(act, load, { once: true })
  }, [])
