import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** A new screen takes the focus, as a new page would, unless something of it has taken it already. */
export const useFocusOnArrival = (): void => {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const main = document.getElementById('main')
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [pathname])
}
