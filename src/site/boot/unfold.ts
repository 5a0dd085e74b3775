import { afterLoad } from './idle.ts'

// A reload or a way back returns to a place, and so does an address that names one: a page must have its full height for that.
const opensAtPlace = () => {
  const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return way?.type !== 'navigate' || location.pathname !== '/' || location.hash
}

const unfold = (section: HTMLElement) => {
  section.style.contentVisibility = 'visible'
}

/**
 * Lays out the sections below the first, which the style sheet leaves until they come near (`content-visibility`): one after the other,
 * when the browser has a moment, so that scrolling finds every place where it belongs and nothing stays clipped.
 */
export const unfoldSections = (): void => {
  const folded = [...document.querySelectorAll<HTMLElement>('main > .section')]
  if (opensAtPlace()) {
    folded.forEach(unfold)
    return
  }
  const next = () => {
    const section = folded.shift()
    if (!section) return
    unfold(section)
    requestAnimationFrame(() => afterLoad(next))
  }
  afterLoad(next)
}
