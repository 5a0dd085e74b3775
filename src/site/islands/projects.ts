import type { ScriptWords } from '../../model/words/catalogue.ts'
import { englishProjects } from '../../model/words/english/projects.ts'
import { filled } from '../../model/words/template.ts'
import { adoptImageRules, directionOf, iconButton, newButton, newElement, scriptWords } from './elements.ts'
import { transition } from './motion.ts'
import { lockScroll, unlockScroll } from './scroll-lock.ts'

// A shorter movement, in px, is a tap that slipped.
const minDistance = 50

/** True over what a key or a finger moves itself: a slider, a video, code and tables that scroll. */
const isMovable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, video, audio, [tabindex="0"]') !== null

/** Calls back with 1 or -1 when a finger swipes forward or back across the element. */
const onSwipe = (element: HTMLElement, swiped: (by: number) => void): void => {
  let start: Touch | undefined
  element.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      start = touches.length === 1 && !isMovable(target) ? touches[0] : undefined
    },
    { passive: true },
  )
  element.addEventListener(
    'touchend',
    ({ changedTouches: [end] }) => {
      if (!start || !end) return
      const across = end.clientX - start.clientX
      const along = Math.abs(end.clientY - start.clientY)
      start = undefined
      // A zoomed page is panned, not turned.
      const isZoomed = (visualViewport?.scale ?? 1) > 1.01
      if (Math.abs(across) < minDistance || Math.abs(across) < 2 * along || isZoomed) return
      swiped((across < 0 ? 1 : -1) * directionOf(element))
    },
    { passive: true },
  )
}

/** A project as the dialog shows it: the article of its own page. */
interface ProjectPage {
  title: string
  article: HTMLElement
  /** The image into which the card's image turns. */
  image: HTMLElement | null
}

const timeout = 15_000
const pages = new Map<string, Promise<ProjectPage>>()

const fetchPage = async (href: string): Promise<ProjectPage> => {
  // A browser without Sec-Fetch-Dest would be counted as somebody who opens the page.
  const headers = { accept: 'text/html', purpose: 'prefetch' }
  const response = await fetch(href, { headers, signal: AbortSignal.timeout(timeout) })
  if (!response.ok) throw new Error(`${href} answered ${response.status}.`)
  // A parsed document would try its inline styles against this page's Content-Security-Policy; a template runs nothing.
  const page = document.createElement('template')
  page.innerHTML = await response.text()
  const article = page.content.querySelector<HTMLElement>('[data-project-article]')
  if (!article) throw new Error(`${href} shows no project.`)
  adoptImageRules(page.content)
  const image = article.querySelector<HTMLElement>('[data-transition], img')
  // The card behind the dialog has this name already.
  image?.removeAttribute('data-transition')
  return {
    title: page.content.querySelector('title')?.textContent ?? '',
    article: document.adoptNode(article),
    image,
  }
}

/** The project at an address, fetched once. Rejects when it cannot be had; the next call tries again. */
export const projectPage = (href: string): Promise<ProjectPage> => {
  const known = pages.get(href)
  if (known) return known
  const page = fetchPage(href)
  pages.set(href, page)
  page.catch(() => pages.delete(href))
  return page
}

interface ProjectView {
  href: string
  status: 'loading' | 'ready' | 'failed'
  page: ProjectPage | undefined
  /** The card's text, shown until the page is loaded. */
  name: string
  /** Position among the cards that the filter shows; -1 for a card that it hides. */
  index: number
  count: number
}

interface Actions {
  leave(): void
  step(by: number): void
  retry(): void
}

type Words = ScriptWords['projects']

const frame = `<div class="project-panel">
  <div class="project-bar">
    <p class="project-place" role="status"><span class="visually-hidden" data-label></span><span
      aria-hidden="true" data-place></span></p>
  </div>
</div>`

const skeleton = `<div class="project-skeleton" aria-hidden="true">
  <div class="project-skeleton-image"></div>
  <div class="project-skeleton-title"></div>
  <div class="project-skeleton-line"></div>
  <div class="project-skeleton-line"></div>
</div>`

const failure = (words: Words, href: string, retry: () => void): HTMLElement => {
  const button = newButton('button-line', retry)
  button.textContent = words.again
  const link = Object.assign(document.createElement('a'), { className: 'arrow-link', href, textContent: words.open })
  const ways = newElement('p', 'project-failure-ways', button, ' ', link)
  const notice = newElement('div', 'project-failure', newElement('p', '', words.failed), ways)
  notice.role = 'alert'
  return notice
}

/** Does what the boot script does on the project's own page. */
const hydrateComparisons = async (content: HTMLElement) => {
  const found = content.querySelectorAll<HTMLElement>('[data-island="compare"]')
  if (found.length === 0) return
  const { mount } = await import('./compare.ts')
  found.forEach(mount)
}

const showStatus = (content: HTMLElement, { status, href, page }: ProjectView, words: Words, retry: () => void) => {
  if (page) {
    for (const image of page.article.querySelectorAll('img')) image.loading = 'eager'
    content.replaceChildren(page.article)
    hydrateComparisons(content)
  } else if (status === 'failed') {
    content.replaceChildren(failure(words, href, retry))
  } else content.innerHTML = skeleton
}

/** Opens a modal dialog over the page. It stays open from project to project. */
const openProjectDialog = ({ leave, step, retry }: Actions) => {
  const words = scriptWords('projects', englishProjects)
  const dialog = newElement('dialog', 'project-dialog')
  dialog.tabIndex = -1
  // Horizontal touches are swipes: the browser would scroll.
  dialog.style.touchAction = 'pan-y pinch-zoom'
  dialog.innerHTML = frame
  const content = newElement('div', 'project-dialog-article')
  dialog.firstElementChild?.append(content)
  const place = dialog.querySelector('[role=status]') as HTMLElement
  const previous = iconButton(words.previous, 'previous', '', () => step(-1))
  const next = iconButton(words.next, 'next', '', () => step(1))
  place.after(previous, next, iconButton(words.close, 'close', 'project-close', leave))

  let isPressedOutside = false
  let shown = ''
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    leave()
  })
  dialog.addEventListener('close', leave)
  dialog.addEventListener('pointerdown', ({ target }) => {
    isPressedOutside = target === dialog
  })
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog && isPressedOutside) leave()
  })
  dialog.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!by || previous.hidden || isMovable(event.target)) return
    event.preventDefault()
    step(by * directionOf(dialog))
  })
  onSwipe(dialog, step)

  document.body.append(dialog)
  lockScroll()
  dialog.showModal()
  dialog.focus()
  return {
    show: (view: ProjectView) => {
      const { href, status, page, name, index, count } = view
      const label = page?.article.querySelector('h1, h2')?.textContent?.trim() || name
      dialog.ariaLabel = label
      dialog.ariaBusy = String(status === 'loading')
      for (const element of [place, previous, next]) element.hidden = count < 2
      const n = index + 1
      const texts = { label: `${label}, ${filled(words.place, { n, all: count })}`, place: `${n} / ${count}` }
      for (const [part, text] of Object.entries(texts)) {
        const element = place.querySelector(`[data-${part}]`)
        if (element) element.textContent = text
      }
      showStatus(content, view, words, retry)
      if (href !== shown) dialog.scrollTo({ top: 0, behavior: 'instant' })
      shown = href
    },
    close: () => {
      unlockScroll()
      dialog.remove()
    },
  }
}

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
    name: cardOf(href)?.querySelector('.card-title')?.textContent?.trim() ?? '',
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
  if (page && document.querySelector('[data-visits]')) navigator.sendBeacon('/api/project-views', href)
  const ready = () => set(href, page ? 'ready' : 'failed', page)
  if (view || !page) ready()
  else morph(href, ready)
}

const restoreFocus = () => {
  if (!view) card?.focus({ preventScroll: true })
}

const hide = () => {
  latestShow += 1
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
  isLeaving = false
  if (history.state?.project) {
    if (!view) formerTitle = document.title
    card = cardOf(location.href)
    // After a reload the browser has scrolled to the position of the project's own page: the stored one is right.
    keepScrollPosition(history.scrollRestoration === 'manual' ? scrollY : history.state.scrollTop)
    // An image of it was closed.
    if (view?.page && view.href === location.href) return
    show(location.href)
  } else hide()
}

/** Fetches a project's page before it is asked for. */
export const prepare = ({ href }: HTMLAnchorElement): void => {
  projectPage(href).catch(() => {})
}
