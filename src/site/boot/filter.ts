import { base } from './base.ts'
import { openInPlace } from './in-place.ts'
import { hit, isPlainClick } from './plain-click.ts'

/** Makes the portfolio's filter links (`/design` …) work in place: the URL changes, the page stays. */
export const filterInPlace = (): void => {
  if (!document.querySelector('[data-filters]')) return
  const code = openInPlace('a[data-filter]', () => import('../islands/filter/filter.ts'))
  addEventListener('popstate', () => {
    // A static host adds a slash to the address.
    const path = location.pathname.slice(base.length).replace(/\/$/, '') || '/all'
    const link = document.querySelector<HTMLAnchorElement>(`a[data-filter][href="${base}${path}"]`)
    // After a reload the page may show another filter than the one that it goes back to.
    if (link && (code.loading || !link.ariaCurrent))
      code.load().then(
        (filter) => filter.follow(link),
        () => location.reload(),
      )
  })
  // The sections are on this page too, under every filter's URL.
  document.addEventListener('click', (event) => {
    const link = hit(event, `a[href^="${base}/#"]`)
    if (
      !link ||
      !isPlainClick(event) ||
      location.pathname === `${base}/` ||
      !document.getElementById(link.hash.slice(1))
    )
      return
    event.preventDefault()
    location.hash = link.hash
  })
}
