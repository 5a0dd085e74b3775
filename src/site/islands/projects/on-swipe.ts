import { directionOf } from '../direction.ts'

// A shorter movement, in px, is a tap that slipped.
const minDistance = 50

/** Calls back with 1 or -1 when a finger swipes forward or back across the element. */
export const onSwipe = (element: HTMLElement, swiped: (by: number) => void): void => {
  let start: Touch | undefined
  element.addEventListener(
    'touchstart',
    ({ touches }) => {
      start = touches.length === 1 ? touches[0] : undefined
    },
    { passive: true },
  )
  element.addEventListener(
    'touchend',
    ({ changedTouches: [end] }) => {
      if (!start || !end) return
      const across = end.clientX - start.clientX
      const along = Math.abs(end.clientY - start.clientY)
      start = undefined
      // A zoomed page is panned, not turned.
      const isZoomed = (visualViewport?.scale ?? 1) > 1.01
      if (Math.abs(across) < minDistance || Math.abs(across) < 2 * along || isZoomed) return
      swiped((across < 0 ? 1 : -1) * directionOf(element))
    },
    { passive: true },
  )
}
