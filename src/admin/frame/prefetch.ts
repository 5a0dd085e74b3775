import { useEffect, useState } from 'react'

// After the first load, so that it takes no bandwidth from the screen.
const delayMs = 3000

/** Parts that come at the first touch, fetched ahead when the browser is idle: then they are there at once, and without a connection. */
const fetchAhead = () => {
  const parts = [
    () => import('../ui/toast/toasts.tsx'),
    () => import('../ui/menu/menu-layer.tsx'),
    () => import('../ui/modal-layer.tsx'),
    () => import('../form/leave-dialog.tsx'),
    () => import('../accounts/return-dialog.tsx'),
  ]
  // What cannot be fetched now is fetched when it is needed.
  for (const load of parts) load().catch(() => {})
}

/** True from then on. */
export const usePrefetch = (): boolean => {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const start = () => {
      fetchAhead()
      setIdle(true)
    }
    const timer = setTimeout(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: delayMs })
      else start()
    }, delayMs)
    return () => clearTimeout(timer)
  }, [])
  return isIdle
}
