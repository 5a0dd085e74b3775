import { still } from '../../boot/motion.ts'

// Time to read a card.
const intervalMs = 7000

/**
 * Turns a carousel every seven seconds while it may: in view, tab shown, no pointer on it, no focus inside. Under reduced motion
 * only when it is started by hand. Screen readers announce the visitor's steps, not the automatic ones.
 */
export const createRotation = (
  root: HTMLElement,
  viewport: HTMLElement,
  { next, onChange }: { next(): void; onChange(isPlaying: boolean): void },
) => {
  let choice: boolean | undefined
  let isPossible = false
  let isHovered = false
  let isInView = false
  let timer: ReturnType<typeof setInterval> | undefined
  const isPlaying = () => choice ?? !still.matches
  // Its own switch has to work while it has the focus.
  const hasFocus = () => root.matches(':focus-within') && !document.activeElement?.closest('[data-rotation]')

  const review = () => {
    const isTurning = isPossible && isPlaying() && isInView && !document.hidden && !isHovered && !hasFocus()
    viewport.ariaLive = isTurning ? 'off' : 'polite'
    clearInterval(timer)
    if (isTurning) timer = setInterval(next, intervalMs)
    onChange(isPlaying())
  }

  for (const type of ['pointerenter', 'pointerleave'] as const)
    viewport.addEventListener(type, ({ pointerType }) => {
      isHovered = type === 'pointerenter' && pointerType === 'mouse'
      review()
    })
  for (const type of ['focusin', 'focusout']) root.addEventListener(type, review)
  document.addEventListener('visibilitychange', review)
  still.addEventListener('change', review)
  new IntersectionObserver(([change]) => {
    isInView = !!change?.isIntersecting
    review()
  }).observe(viewport)

  return {
    /** Starts the interval again, after a step as well. */
    restart: (possible: boolean) => {
      isPossible = possible
      review()
    },
    toggle: () => {
      choice = !isPlaying()
      review()
    },
  }
}
