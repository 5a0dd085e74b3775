import { type RefObject, useEffect } from 'react'
import { directionOf } from '../direction.ts'

// Shorter than this, in px, is a tap that slipped.
const distance = 50

/** Calls back with 1 or -1 when a finger swipes forward or back across the element. */
export const useSwipe = (element: RefObject<HTMLElement | null>, swiped: (by: number) => void): void => {
  useEffect(() => {
    const { current } = element
    if (!current) return
    let start: Touch | undefined
    const down = ({ touches }: TouchEvent) => {
      start = touches.length === 1 ? touches[0] : undefined
    }
    const up = ({ changedTouches: [end] }: TouchEvent) => {
      if (!start || !end) return
      const across = end.clientX - start.clientX
      const along = Math.abs(end.clientY - start.clientY)
      start = undefined
      // A zoomed page is panned, not turned.
      if (Math.abs(across) < distance || Math.abs(across) < 2 * along || (visualViewport?.scale ?? 1) > 1.01) return
      swiped((across < 0 ? 1 : -1) * directionOf(current))
    }
    current.addEventListener('touchstart', down, { passive: true })
    current.addEventListener('touchend', up, { passive: true })
    return () => {
      current.removeEventListener('touchstart', down)
      current.removeEventListener('touchend', up)
    }
  }, [element, swiped])
}
