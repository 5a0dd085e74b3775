import { adoptImageRules } from './elements.ts'

// The browser takes an image of each named element when one goes to a project.
const mostNamed = 40

const grid = document.querySelector<HTMLElement>('[data-portfolio]')

/** Additions to the list of this history entry: further pages, and how much taller they made it, in px. */
const added = { pages: 0, height: 0, path: '' }

const keep = () => {
  if (location.pathname === added.path)
    history.replaceState({ ...history.state, more: { pages: added.pages, height: added.height } }, '')
}

/** Adds the cards of the page that the link leads to, and the link of that page in its place. Returns the first card; throws when the page cannot be read. */
const appendNext = async (link: HTMLAnchorElement): Promise<HTMLElement> => {
  const response = await fetch(link.href)
  if (!response.ok) throw new Error(`${response.status}`)
  // A parsed document would try its inline style against a Content-Security-Policy; a template applies nothing.
  const template = document.createElement('template')
  template.innerHTML = await response.text()
  const page = template.content
  const cards = [...page.querySelectorAll<HTMLElement>('[data-portfolio] > li')]
  const [first] = cards
  if (!grid || !first) throw new Error('There are no projects.')
  adoptImageRules(page)
  const before = grid.offsetHeight
  grid.append(...cards.map((card) => document.adoptNode(card)))
  const named = grid.querySelectorAll('[data-transition]')
  if (named.length > mostNamed) for (const one of named) one.removeAttribute('data-transition')
  const next = page.querySelector<HTMLAnchorElement>('a[data-more]')
  // Its document has no address against which a path could be resolved.
  if (next) link.href = next.getAttribute('href') ?? ''
  else link.remove()
  added.pages += 1
  added.height += grid.offsetHeight - before
  return first
}

const busy = async (link: HTMLAnchorElement, act: () => Promise<void>) => {
  if (link.ariaBusy === 'true') return
  link.ariaBusy = 'true'
  try {
    await act()
  } finally {
    link.ariaBusy = null
  }
}

/** Adds the next projects below and moves the focus to the first of them. */
export const open = (link: HTMLAnchorElement): Promise<void> =>
  busy(link, async () => {
    const first = await appendNext(link)
    first.querySelector('a')?.focus({ preventScroll: true })
    added.path = location.pathname
    keep()
  })

/** Adds as many further pages as the list had when the visitor left it. When one cannot be read, *More* stays where it is. */
export const restore = async (pages: number): Promise<void> => {
  const link = document.querySelector<HTMLAnchorElement>('a[data-more]')
  if (!link) return
  await busy(link, async () => {
    while (added.pages < pages && link.isConnected) await appendNext(link)
  })
  added.path = location.pathname
}

// A link to a section makes a new history entry, with the same list.
addEventListener('hashchange', keep)
