import { englishFilter } from '../../model/words/english/filter.ts'
import { counted } from '../../model/words/template.ts'
import { newElement, scriptWords } from './elements.ts'
import { transition } from './motion.ts'

// As in `pageTitle`.
const maxTitleLength = 70
// The browser takes an image of each named element: a thousand take 19 s.
const maxNamed = 40

const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-filter]')]
const header = document.querySelector<HTMLElement>('[data-nav]')
const more = document.querySelector<HTMLElement>('[data-more]')
const status = newElement('span', 'visually-hidden')
status.role = 'status'
document.querySelector('[data-filters]')?.append(status)

const start = links.find((link) => link.ariaCurrent)
// What this page came with; *More* adds to it.
const own = start?.dataset.filter ?? 'all'
let filter = own
let cards: HTMLElement[] = []

// More of them may have come.
const readCards = () => {
  cards = [...document.querySelectorAll<HTMLElement>('[data-portfolio] > [data-category]')]
}

// Its number follows.
const label = (link?: HTMLElement) => `${link?.firstChild?.textContent?.trim()} – `
const plainTitle = document.title.replace(label(start), '')
const title = (chosen: string) => {
  if (chosen === 'all') return plainTitle
  const long = label(links.find((link) => link.dataset.filter === chosen)) + plainTitle
  return long.length > maxTitleLength ? long.slice(0, long.lastIndexOf(' – ')) : long
}

const matches = (card: HTMLElement, chosen: string) =>
  chosen === 'all' || card.dataset.category?.split(' ').includes(chosen)
// A card of several categories has a place under each.
const place = (card: HTMLElement, chosen: string) => {
  const own = card.dataset.places?.split(', ').find((one) => one.startsWith(`${chosen} `))
  if (own) card.className = `${card.className.replace(/ o\S+/g, '')} ${own.slice(chosen.length + 1)}`
}
const count = (chosen: string) => cards.filter((card) => matches(card, chosen)).length
// An empty category has a page of its own, and so has one that this page shows in part.
const isWhole = (link: HTMLElement, chosen: string) =>
  count(chosen) > 0 && count(chosen) >= Number(link.querySelector('span')?.textContent ?? 0)

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
    for (const card of cards) {
      card.hidden = !matches(card, chosen)
      place(card, chosen)
    }
    if (more) more.hidden = chosen !== own
    status.textContent = counted(
      scriptWords('filter', englishFilter).shown,
      count(chosen),
      document.documentElement.lang,
    )
    // Now the cards in view afterwards.
    name(true)
  })
  if (filter === chosen) name(false)
}

/** Shows the projects of a filter under its URL, or leads to its page when this one has not all of them. */
export const open = (link: HTMLAnchorElement): void => {
  const chosen = link.dataset.filter ?? 'all'
  readCards()
  if (!isWhole(link, chosen) || count(filter) === 0) {
    location.assign(link.href)
    return
  }
  if (location.pathname !== link.pathname) history.pushState(null, '', link.href)
  show(chosen)
}

/** Brings the page in line with the filter whose URL it has after a step back or forward. */
export const follow = (link: HTMLAnchorElement): void => {
  const chosen = link.dataset.filter ?? 'all'
  readCards()
  // Reloaded under another filter, a long list has only the projects of that one.
  if (chosen === own || isWhole(link, chosen)) show(chosen)
  else location.reload()
}
