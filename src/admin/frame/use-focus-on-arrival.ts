import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { sessionGate } from '../api/session-gate.ts'
import { paletteStore } from '../commands/open-palette.ts'
import { shortcutsList } from '../commands/open-shortcuts.ts'

/** Whether one of the dialogs is open that belong to the frame and outlive the screen under them. */
const covered = () => paletteStore.getState().opened || shortcutsList.opened() || sessionGate.closed() !== false

/** A new screen takes the focus, as a new page would, unless something of it has taken it already or a dialog was opened meanwhile. */
export const useFocusOnArrival = (): void => {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const main = document.getElementById('main')
    const taken = main?.contains(document.activeElement) || covered()
    if (!taken) main?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [pathname])
}
