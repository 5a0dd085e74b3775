import { transition } from './motion.ts'
import { hit, isPlainClick } from './plain-click.ts'

// As in `pageTitle`.
const maxTitleLength = 70
// The browser takes an image of each named element: a thousand take 19 s.
const maxNamed = 40

/** Makes the portfolio's filter links (`/design` …) work in place: the URL changes, the page stays. */
export const filterInPlace = (): void => {
  const bar = document.querySelector<HTMLElement>('[data-filters]')
  const grid = document.querySelector<HTMLElement>('[data-portfolio]')
  if (!bar || !grid) return
  const links = [...bar.querySelectorAll<HTMLAnchorElement>('a[data-filter]')]
  const cards = [...grid.querySelectorAll<HTMLElement>('[data-category]')]
  const header = document.querySelector<HTMLElement>('[data-nav]')
  const status = bar.appendChild(document.createElement('span'))
  status.role = 'status'
  status.className = 'visually-hidden'
  const start = links.find((link) => link.ariaCurrent)
  let filter = start?.dataset.filter ?? 'all'

  // Its number follows.
  const label = (link?: HTMLElement) => `${link?.firstChild?.textContent?.trim()} – `
  const plainTitle = document.title.replace(label(start), '')
  const title = (chosen: string) => {
    if (chosen === 'all') return plainTitle
    const long = label(links.find((link) => link.dataset.filter === chosen)) + plainTitle
    return long.length > maxTitleLength ? long.slice(0, long.lastIndexOf(' – ')) : long
  }

  const matches = (card: HTMLElement, chosen: string) => chosen === 'all' || card.dataset.category === chosen
  const isEmpty = (chosen: string) => !cards.some((card) => matches(card, chosen))
  const name = (moving: boolean) => {
    // Above the cards that glide beneath it.
    if (header) header.style.viewTransitionName = moving ? 'navbar' : ''
    const inSight = cards.filter((card) => {
      const { top, bottom } = card.getBoundingClientRect()
      return moving && bottom > 0 && top < innerHeight
    })
    cards.forEach((card, index) => {
      card.style.viewTransitionName = inSight.includes(card) && !inSight[maxNamed] ? `card-${index}` : ''
    })
  }
  const show = async (chosen: string) => {
    if (chosen === filter) return
    filter = chosen
    document.title = title(chosen)
    name(true)
    await transition(() => {
      for (const link of links) link.ariaCurrent = link.dataset.filter === chosen ? 'page' : null
      for (const card of cards) card.hidden = !matches(card, chosen)
      const count = cards.filter((card) => !card.hidden).length
      status.textContent = `${count} project${count === 1 ? '' : 's'} shown`
      // Now the cards in view afterwards.
      name(true)
    })
    if (filter === chosen) name(false)
  }

  bar.addEventListener('click', (event) => {
    const link = hit(event, 'a[data-filter]')
    const chosen = link?.dataset.filter
    // An empty category has a page of its own.
    if (!link || !chosen || !isPlainClick(event) || isEmpty(chosen) || isEmpty(filter)) return
    event.preventDefault()
    if (location.pathname !== link.pathname) history.pushState(null, '', link.href)
    show(chosen)
  })
  addEventListener('popstate', () => {
    if (location.pathname === '/') show('all')
    const link = links.find(({ pathname }) => pathname === location.pathname)
    if (link?.dataset.filter) show(link.dataset.filter)
  })
  // The sections are on this page too, under every filter's URL.
  document.addEventListener('click', (event) => {
    const link = hit(event, 'a[href^="/#"]')
    if (!link || !isPlainClick(event) || location.pathname === '/' || !document.getElementById(link.hash.slice(1)))
      return
    event.preventDefault()
    location.hash = link.hash
  })
}
