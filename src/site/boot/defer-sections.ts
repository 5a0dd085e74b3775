import { base } from './base.ts'
import { afterLoad } from './idle.ts'

// A reload, going back and a fragment all scroll to a position: the page needs its full height for that.
const opensAtPosition = () => {
  const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return way?.type !== 'navigate' || location.pathname !== `${base}/` || location.hash
}

const reveal = (section: HTMLElement) => {
  section.style.contentVisibility = 'visible'
}

// The animation that applies the mono font after the first paint; sections still deferred then need no second layout.
const lateFontAnimation = () =>
  document.documentElement
    .getAnimations()
    .find((animation) => (animation as CSSAnimation).animationName === 'late-mono')

/**
 * Lays out the sections below the home section, which the style sheet leaves until they come near (`content-visibility`): one after the other,
 * when the browser is idle, so that scroll positions are right and nothing stays clipped. All at once at the first click or key,
 * which may lead to one of them.
 */
export const deferSections = (): void => {
  const deferred = [...document.querySelectorAll<HTMLElement>('main > .section')]
  const revealAll = () => deferred.splice(0).forEach(reveal)
  const font = lateFontAnimation()
  if (opensAtPosition()) {
    // Its height depends on the font, too.
    font?.finish()
    revealAll()
    return
  }
  // At the click, not at pointerdown: an element that moves under a pressed pointer loses its click. Captured, so that it runs first.
  for (const touch of ['click', 'keydown']) addEventListener(touch, revealAll, { once: true, capture: true })
  const next = () => {
    const section = deferred.shift()
    if (!section) return
    reveal(section)
    requestAnimationFrame(() => afterLoad(next))
  }
  const begin = () => afterLoad(next)
  Promise.resolve(font?.finished).then(begin, begin)
}
