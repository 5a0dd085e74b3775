import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { transition } from '../../boot/motion.ts'
import { ProjectDialog, type ProjectView } from './project-dialog.tsx'
import { type ProjectPage, projectPage } from './project-page.ts'

// A skeleton that shows for a blink is worse than none, in ms.
const skeletonAfter = 150

let root: Root | undefined
let view: ProjectView | undefined
let card: HTMLAnchorElement | undefined
let formerTitle = ''
let ownTitle: string | undefined
let turn = 0
let leaving = false

const cards = (): HTMLAnchorElement[] => [
  ...document.querySelectorAll<HTMLAnchorElement>('[data-portfolio] a[data-project]'),
]
const shownCards = (): HTMLAnchorElement[] => cards().filter((link) => !link.closest('[hidden]'))
const cardOf = (href: string) => cards().find((link) => link.href === href)

const render = () => {
  if (!root) {
    const container = document.createElement('div')
    document.body.append(container)
    root = createRoot(container)
  }
  const shown = view
  const tree = shown && <ProjectDialog view={shown} leave={leave} step={step} retry={() => show(shown.href)} />
  // At once: a view transition takes its image of the page when this returns.
  flushSync(() => root?.render(tree ?? null))
}

const image = (href: string): HTMLElement | null | undefined => {
  const found = cardOf(href)?.querySelector<HTMLElement>('[data-transition], img')
  const box = found?.getBoundingClientRect()
  return box && box.bottom > 0 && box.top < innerHeight ? found : undefined
}

const imageName = 'project-image'
const name = (element: HTMLElement | null | undefined, value: string) => {
  if (element) element.style.viewTransitionName = value
}

/** Changes the view while the card's image becomes the project's, or the other way round. */
const morph = async (href: string, change: () => void) => {
  const detail = () => view?.page?.image
  const opening = !view
  const small = image(href)
  const before = opening ? small : detail()
  let after: HTMLElement | null | undefined
  const moving = transition(() => {
    name(before, 'none')
    change()
    after = opening ? detail() : small
    if (small) name(after, imageName)
  })
  // After the start: a transition begins by taking all standing names away.
  name(before, imageName)
  await moving
  name(before, '')
  name(after, '')
}

const set = (href: string, status: ProjectView['status'], page?: ProjectPage) => {
  const list = shownCards()
  const index = list.findIndex((link) => link.href === href)
  view = {
    href,
    status,
    page,
    name: cardOf(href)?.textContent?.trim() ?? '',
    index,
    count: index < 0 ? 0 : list.length,
  }
  if (page) document.title = ownTitle = page.title
  render()
}

const show = async (href: string) => {
  turn += 1
  const mine = turn
  const loading = projectPage(href)
  const timer = setTimeout(() => {
    if (mine === turn) set(href, 'loading')
  }, skeletonAfter)
  const page = await loading.catch(() => undefined)
  clearTimeout(timer)
  if (mine !== turn) return
  const ready = () => set(href, page ? 'ready' : 'failed', page)
  if (view || !page) ready()
  else morph(href, ready)
}

const restoreFocus = () => {
  if (!view) card?.focus({ preventScroll: true })
}

const hide = () => {
  turn += 1
  leaving = false
  // Unless the filter has just given the page another.
  if (document.title === ownTitle) document.title = formerTitle
  if (!view) return
  morph(view.href, () => {
    view = undefined
    render()
    restoreFocus()
    // An address with a fragment takes the focus to itself after this.
    setTimeout(restoreFocus)
  })
}

const leave = () => {
  if (leaving) return
  leaving = true
  history.back()
}

const step = (by: number) => {
  const list = shownCards()
  // From the address: what is shown may still be on its way there.
  const index = list.findIndex(({ href }) => href === location.href)
  const next = list.at((index + by) % list.length)
  if (!view || index < 0 || list.length < 2 || !next) return
  card = next
  history.replaceState(history.state, '', next.href)
  show(next.href)
}

// After a reload the URL is the project's own page, which must not scroll to this position; the way back to this page needs it.
const keepScrollPosition = (scrollTop: number) => {
  history.replaceState({ project: true, scrollTop }, '')
  history.scrollRestoration = 'manual'
}

/** Opens the project of a card over the page and shows its URL. */
export const open = (link: HTMLAnchorElement): void => {
  if (!history.state?.project) formerTitle = document.title
  card = link
  // A new entry starts with the mode of the one before, which stays the browser's.
  history.scrollRestoration = 'auto'
  history.pushState({ project: true }, '', link.href)
  keepScrollPosition(scrollY)
  show(link.href)
}

/** Brings the dialog in line with the URL after a step back or forward. */
export const follow = (): void => {
  if (history.state?.project) {
    if (!view) formerTitle = document.title
    card = cardOf(location.href)
    // Not where this page is, after the project's own page has stood here: the browser has scrolled to that one's place.
    keepScrollPosition(history.scrollRestoration === 'manual' ? scrollY : history.state.scrollTop)
    show(location.href)
  } else hide()
}

/** Fetches a project's page before it is asked for. */
export const prefetch = (href: string): void => {
  projectPage(href).catch(() => {})
}
