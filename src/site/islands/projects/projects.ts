import { transition } from '../../boot/motion.ts'
import { openProjectDialog, type ProjectView } from './project-dialog.ts'
import { type ProjectPage, projectPage } from './project-page.ts'

// A skeleton that shows for a blink is worse than none.
const skeletonAfterMs = 150

let dialog: ReturnType<typeof openProjectDialog> | undefined
let view: ProjectView | undefined
let card: HTMLAnchorElement | undefined
let formerTitle = ''
let ownTitle: string | undefined
let latestShow = 0
let isLeaving = false

const cards = (): HTMLAnchorElement[] => [
  ...document.querySelectorAll<HTMLAnchorElement>('[data-portfolio] a[data-project]'),
]
const shownCards = (): HTMLAnchorElement[] => cards().filter((link) => !link.closest('[hidden]'))
const cardOf = (href: string) => cards().find((link) => link.href === href)

const imageInView = (href: string): HTMLElement | null | undefined => {
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
  const small = imageInView(href)
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
  dialog ??= openProjectDialog({ leave, step, retry: () => view && show(view.href) })
  dialog.show(view)
}

const show = async (href: string) => {
  latestShow += 1
  const mine = latestShow
  const loading = projectPage(href)
  const timer = setTimeout(() => {
    if (mine === latestShow) set(href, 'loading')
  }, skeletonAfterMs)
  const page = await loading.catch(() => undefined)
  clearTimeout(timer)
  if (mine !== latestShow) return
  const ready = () => set(href, page ? 'ready' : 'failed', page)
  if (view || !page) ready()
  else morph(href, ready)
}

const restoreFocus = () => {
  if (!view) card?.focus({ preventScroll: true })
}

const hide = () => {
  latestShow += 1
  isLeaving = false
  // Unless the filter has just given the page another.
  if (document.title === ownTitle) document.title = formerTitle
  if (!view) return
  morph(view.href, () => {
    dialog?.close()
    dialog = view = undefined
    restoreFocus()
    // A URL with a fragment takes the focus after this.
    setTimeout(restoreFocus)
  })
}

const leave = () => {
  if (isLeaving) return
  isLeaving = true
  history.back()
}

const step = (by: number) => {
  const list = shownCards()
  // From the URL: the project shown may be an earlier one while this one loads.
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
    // After a reload the browser has scrolled to the position of the project's own page: the stored one is right.
    keepScrollPosition(history.scrollRestoration === 'manual' ? scrollY : history.state.scrollTop)
    show(location.href)
  } else hide()
}

/** Fetches a project's page before it is asked for. */
export const prepare = ({ href }: HTMLAnchorElement): void => {
  projectPage(href).catch(() => {})
}
