import { useEffect, useState } from 'react'
import type { Carousel } from './carousel.ts'
import { useMedia } from './use-media.ts'

// Time to read a card, in ms.
const interval = 7000

/** True while the slides may advance: in view, tab shown, no pointer on them, no focus inside. */
const useUndisturbed = ({ root, viewport }: Carousel): boolean => {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const [inView, setInView] = useState(false)
  const [hidden, setHidden] = useState(document.hidden)
  useEffect(() => {
    const ending = new AbortController()
    const on = <E extends Event>(target: EventTarget, type: string, handle: (event: E) => void) =>
      target.addEventListener(type, handle as EventListener, ending)
    on<PointerEvent>(viewport, 'pointerenter', (event) => setHovered(event.pointerType === 'mouse'))
    on(viewport, 'pointerleave', () => setHovered(false))
    // Its own switch has to work while it has the focus.
    on(root, 'focusin', ({ target }) => setFocused(target instanceof Element && !target.closest('[data-rotation]')))
    on(root, 'focusout', () => setFocused(false))
    on(document, 'visibilitychange', () => setHidden(document.hidden))
    const observer = new IntersectionObserver(([change]) => setInView(!!change?.isIntersecting))
    observer.observe(viewport)
    return () => {
      ending.abort()
      observer.disconnect()
    }
  }, [root, viewport])
  return inView && !hidden && !hovered && !focused
}

/** Turns the carousel every seven seconds while nobody minds. Under reduced motion only when it is started by hand. */
export const useRotation = (carousel: Carousel, index: number, possible: boolean) => {
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const [choice, setPlaying] = useState<boolean>()
  const playing = choice ?? !still
  const undisturbed = useUndisturbed(carousel)
  const turning = possible && playing && undisturbed
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a manual step the interval starts again.
  useEffect(() => {
    if (!turning) return
    const timer = setInterval(() => carousel.step(1), interval)
    return () => clearInterval(timer)
  }, [carousel, turning, index])
  return { playing, turning, setPlaying }
}
