import { afterLoad } from './idle.ts'

// A reload or a way back returns to a place, and so does an address that names one: a page must have its full height for that.
const opensAtPlace = () => {
  const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return way?.type !== 'navigate' || location.pathname !== '/' || location.hash
}

const reveal = (section: HTMLElement) => {
  section.style.contentVisibility = 'visible'
}

// Names the mono font a moment after the first paint; what is still folded then costs that moment nothing.
const lateFontMs = () =>
  document.documentElement
    .getAnimations()
    .find((animation) => (animation as CSSAnimation).animationName === 'late-mono')

/**
 * Lays out the sections below the home section, which the style sheet leaves until they come near (`content-visibility`): one after the other,
 * when the browser has a moment, so that scrolling finds every place where it belongs and nothing stays clipped. All at once when
 * somebody touches the page before that, who may be on the way to one of them.
 */
export const deferSections = (): void => {
  const folded = [...document.querySelectorAll<HTMLElement>('main > .section')]
  const unfoldAll = () => folded.splice(0).forEach(reveal)
  const font = lateFontMs()
  if (opensAtPlace()) {
    // Its height depends on the font, too.
    font?.finish()
    unfoldAll()
    return
  }
  // At a click, not at the press before it: what moved under a pointer that is down would lose the click. Before whoever answers it.
  for (const touch of ['click', 'keydown']) addEventListener(touch, unfoldAll, { once: true, capture: true })
  const next = () => {
    const section = folded.shift()
    if (!section) return
    reveal(section)
    requestAnimationFrame(() => afterLoad(next))
  }
  const begin = () => afterLoad(next)
  Promise.resolve(font?.finished).then(begin, begin)
}
