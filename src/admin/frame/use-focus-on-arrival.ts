import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { paletteStore } from '../commands/open-palette.ts'

/** A new screen takes the focus, as a new page would, unless something of it has taken it already or the palette was opened meanwhile. */
export const useFocusOnArrival = (): void => {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const main = document.getElementById('main')
    const taken = main?.contains(document.activeElement) || paletteStore.getState().opened
    if (!taken) main?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [pathname])
}
