import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { sessionGate } from '../api/session-gate.ts'
import { paletteStore } from '../commands/open-palette.ts'
import { shortcutsList } from '../commands/open-shortcuts.ts'

/** Whether one of the dialogs is open that belong to the frame and outlive the screen under them. */
const dialogIsOpen = () => paletteStore.getState().opened || shortcutsList.opened() || sessionGate.state() !== false

// In ms: by then a dialog that was closed has handed back the focus, if what had it before is still there.
const focusReturnMs = 30

/** Calls back after the last of them was closed, unless it is stopped. */
const onceDialogsClose = (act: () => void) => {
  let timer: number | undefined
  const check = () => {
    window.clearTimeout(timer)
    if (!dialogIsOpen()) timer = window.setTimeout(act, focusReturnMs)
  }
  const stops = [paletteStore.subscribe(check), shortcutsList.subscribe(check), sessionGate.subscribe(check)]
  return () => {
    window.clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

/**
 * A new screen takes the focus, as a new page would, unless something of it has taken it already. Under a dialog that was opened
 * meanwhile it waits, and takes what that dialog leaves behind.
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
      if (!left || left === document.body || left.closest('[role=dialog]')) main?.focus({ preventScroll: true })
    })
    return stop
  }, [pathname])
}
