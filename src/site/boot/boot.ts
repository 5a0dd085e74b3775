import { appPath } from '../../model/accounts/app-path.ts'
import { still } from '../islands/motion.ts'
import { lockScroll, unlockScroll } from '../islands/scroll-lock.ts'
import { typeHeadlines } from './typed.ts'

/** Path under which an exported site is served, such as `/portfolio`; nothing at the root of its host. */
const base: string = document.documentElement.dataset.base ?? ''

/** Runs a task once the page and all it needs have loaded and the browser has a moment: after a fifth of a second at the latest. */
const afterLoad = (task: () => void): void => {
  // Safari has no idle callback; a page without new frames may call back late.
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(task, { timeout: 200 }) : setTimeout(task, 200)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}

/** True for a click that asks for nothing special: new tabs, downloads and the like stay the browser's business. */
const isPlainClick = (event: MouseEvent): boolean =>
  !event.defaultPrevented && !event.button && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** The closest element to the event's target that matches, if any. */
const hit = <T extends Element = HTMLAnchorElement>(event: Event, selector: string): T | null =>
  event.target instanceof Element ? event.target.closest<T>(selector) : null

/** Calls back once for each element, when it comes into view or within `margin` of it. */
const whenSeen = (elements: Iterable<Element>, seen: (element: HTMLElement) => void, margin = '0px'): void => {
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { isIntersecting, target } of changes) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        seen(target as HTMLElement)
      }
    },
    { rootMargin: margin },
  )
  for (const element of elements) observer.observe(element)
}

const duration = 1000

/** Counts each `[data-counter]` from 0 to its value in one second when it is seen (specification, sections 4 and 9). */
const runCounters = (): void => {
  whenSeen(document.querySelectorAll('[data-counter]'), (counter) => {
    const value = Number(counter.dataset.counter)
    const final = counter.textContent
    if (still.matches || !value) return
    counter.style.minWidth = `${counter.getBoundingClientRect().width}px`
    let start = 0
    const frame = (now: number) => {
      start ||= now
      const part = (now - start) / duration
      const counting = part < 1 && !still.matches
      counter.textContent = counting ? `${Math.floor(value * part)}` : final
      if (counting) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}

/** Fills the bars of `[data-meters]` when they are seen, in browsers that cannot tie an animation to scrolling. */
const fillMeters = (): void => {
  if (still.matches || CSS.supports('animation-timeline: view()')) return
  const meters = document.querySelectorAll<HTMLElement>('[data-meters]')
  for (const list of meters) list.dataset.armed = ''
  whenSeen(
    meters,
    (list) => {
      list.dataset.seen = ''
    },
    '0px 0px -10%',
  )
}

interface Island {
  mount(root: HTMLElement): void
}

const islands: Record<string, () => Promise<Island>> = {
  clock: () => import('../islands/clock.ts'),
  compare: () => import('../islands/compare.ts'),
  contact: () => import('../islands/contact.ts'),
  testimonials: () => import('../islands/testimonials.ts'),
}

/** Fetches each `[data-island]`'s code when it comes near the viewport or is first touched, and hydrates its markup. */
const hydrateIslands = (): void => {
  const waiting = new Set<Element>()
  const hydrate = async (root: HTMLElement) => {
    const load = islands[root.dataset.island ?? '']
    if (!load || !waiting.delete(root)) return
    try {
      const island = await load()
      island.mount(root)
    } catch {
      // The server's markup works without it; the next touch tries again.
      waiting.add(root)
    }
  }
  const roots = document.querySelectorAll<HTMLElement>('[data-island]')
  for (const root of roots) {
    waiting.add(root)
    for (const touch of ['focusin', 'pointerdown', 'keydown']) root.addEventListener(touch, () => hydrate(root))
  }
  whenSeen(roots, hydrate, '300px')
}

/** Takes no transition along to the admin, which expects none: it would report it as an error. */
const leavePlainly = (): void => {
  addEventListener('pageswap', ({ viewTransition, activation }) => {
    const url = activation?.entry.url
    if (viewTransition && url && appPath.test(new URL(url).pathname)) viewTransition.skipTransition()
  })
}

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
const deferSections = (): void => {
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

/** The full-screen menu of small screens: `[data-menu-toggle]` opens the dialog `[data-menu]`. */
const runMenu = (): void => {
  const toggle = document.querySelector('[data-menu-toggle]')
  const menu = document.querySelector<HTMLDialogElement>('dialog[data-menu]')
  if (!toggle || !menu) return
  const show = (open: boolean) => {
    toggle.ariaExpanded = String(open)
    if (open) lockScroll()
    else unlockScroll()
  }

  toggle.addEventListener('click', () => {
    menu.showModal()
    show(true)
  })
  menu.addEventListener('click', (event) => {
    if (hit(event, 'a, [data-menu-close]')) menu.close()
  })
  // Escape ends here as well.
  menu.addEventListener('close', () => show(false))
  addEventListener('resize', () => {
    // Wide enough for the whole navbar: there the toggle is not shown.
    if (menu.open && !toggle.getClientRects().length) menu.close()
  })
}

/** Marks the link of the current section, and the header once the page is scrolled. */
const markSections = (): void => {
  const header = document.querySelector('[data-nav]')
  const links = [...document.querySelectorAll<HTMLElement>('[data-section]')]
  const ids = new Set(links.map((link) => link.dataset.section))
  const sections = [...document.querySelectorAll('main section[id]')].filter(({ id }) => ids.has(id))

  const mark = () => {
    const root = document.documentElement
    let current: Element | undefined
    for (const section of sections) if (section.getBoundingClientRect().top <= innerHeight * 0.4) current = section
    // A short last section never reaches the line.
    if (scrollY > 8 && scrollY + innerHeight > root.scrollHeight - 4) current = sections.at(-1)
    // All reads are done: writing earlier would force a second layout.
    header?.toggleAttribute('data-scrolled', scrollY > 8)
    for (const link of links) {
      link.ariaCurrent = current && link.dataset.section === current.id ? 'true' : null
    }
  }

  let waiting = false
  const soon = () => {
    if (waiting) return
    waiting = true
    // Scroll throttle: specification, section 9.
    setTimeout(() => {
      waiting = false
      mark()
    }, 100)
  }
  addEventListener('scroll', soon, { passive: true })
  addEventListener('resize', soon)
  mark()
}

/** Code that opens a link within the page. */
interface Opener {
  /** Throws or rejects when it cannot; the link is then followed. */
  open(link: HTMLAnchorElement): void | Promise<void>
  /** Runs when the link is about to be clicked. */
  prepare?(link: HTMLAnchorElement): void
}

/** The code behind some links. */
interface Fetched<O> {
  /** Undefined until somebody needs it. */
  loading?: Promise<O> | undefined
  load(): Promise<O>
}

// After this time the plain link is the faster way.
const timeoutMs = 1500

/** Lets the links that match open within the page, by code that is fetched once one is about to be clicked. Without that code they are plain links. */
const openInPlace = <O extends Opener>(selector: string, fetchCode: () => Promise<O>): Fetched<O> => {
  const code: Fetched<O> = {
    load: () => {
      code.loading ??= fetchCode().catch((error) => {
        code.loading = undefined
        throw error
      })
      return code.loading
    },
  }
  document.addEventListener('click', async (event) => {
    const link = hit(event, selector)
    if (!link || !isPlainClick(event)) return
    event.preventDefault()
    const follow = () => location.assign(link.href)
    const timer = setTimeout(follow, timeoutMs)
    try {
      const opener = await code.load()
      clearTimeout(timer)
      await opener.open(link)
    } catch {
      follow()
    }
  })
  for (const hint of ['pointerover', 'focusin']) {
    document.addEventListener(hint, (event) => {
      const link = hit(event, selector)
      if (link)
        code.load().then(
          (opener) => opener.prepare?.(link),
          () => {},
        )
    })
  }
  return code
}

/** Makes the portfolio's filter links (`/design` …) work in place: the URL changes, the page stays. */
const filterInPlace = (): void => {
  if (!document.querySelector('[data-filters]')) return
  const code = openInPlace('a[data-filter]', () => import('../islands/filter.ts'))
  /** The link of the filter at this address: none at that of a project, which is open over the page, or at `/`. */
  const filterAt = (path: string) =>
    // A static host adds a slash to the address.
    document.querySelector<HTMLAnchorElement>(`a[data-filter][href="${path.replace(/\/$/, '')}"]`)
  addEventListener('popstate', () => {
    const { pathname } = location
    const link = filterAt(pathname === `${base}/` ? `${base}/all` : pathname)
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
    if (!link || !isPlainClick(event) || !filterAt(location.pathname) || !document.getElementById(link.hash.slice(1)))
      return
    event.preventDefault()
    location.hash = link.hash
  })
}

/** Lets *More* add the next projects below, and adds them again when the visitor comes back to this list. */
const loadMoreInPlace = (): void => {
  const code = openInPlace('a[data-more]', () => import('../islands/more.ts'))
  const grid = document.querySelector<HTMLElement>('[data-portfolio]')
  const more = history.state?.more
  if (!grid || !more) return
  // Meanwhile the page is as tall as it was, so that the browser restores the scroll position.
  grid.style.marginBottom = `${more.height}px`
  const done = () => {
    grid.style.marginBottom = ''
  }
  code
    .load()
    .then(({ restore }) => restore(more.pages))
    .then(done, done)
}

// A reload in a dialog leads to the project's own page, which starts at its top; going back from there restores the scroll position.
// Each history entry has its own mode: `manual` marks the two pages that need this. Afterwards scrolling is the browser's again.
const restoreScroll = (scrollTop: number | undefined) => {
  if (history.scrollRestoration === 'auto') return
  const scroll = () => {
    if (scrollTop !== undefined) scrollTo({ top: scrollTop, behavior: 'instant' })
  }
  const { state } = history
  scroll()
  // Again after the browser's own scrolling: fragment, autofocus.
  addEventListener('load', () => {
    scroll()
    setTimeout(() => {
      // A dialog opened meanwhile has the mode it needs.
      if (history.state?.project === state?.project) history.scrollRestoration = 'auto'
    })
  })
}

const card = '[data-portfolio] a[data-project]'

/** Lets a project's card open it as a dialog over the page. */
const openProjectsInPlace = (): void => {
  const here = location.pathname
  const hasCards = document.querySelector(card)
  const scrollTop: number | undefined = history.state?.scrollTop
  restoreScroll(hasCards ? scrollTop : undefined)
  const code = openInPlace(card, () => import('../islands/projects.ts'))
  addEventListener('popstate', () => {
    if (hasCards) {
      if (code.loading || history.state?.project)
        code.load().then(
          (projects) => projects.follow(),
          () => location.reload(),
        )
    } else if (location.pathname !== here) {
      // Reloaded in a dialog: this document is the project's own page.
      if (scrollTop !== undefined) {
        history.replaceState({ ...history.state, scrollTop }, '')
        history.scrollRestoration = 'manual'
      }
      location.reload()
    }
  })
}

/**
 * Fetches what only the owner sees, and for members a link to their account. It trusts the display copy that signing in leaves in this browser: anyone may forge that, and
 * gains only links that need a sign-in.
 */
const greetOwner = async (): Promise<void> => {
  try {
    const { role, name } = JSON.parse(localStorage.getItem('vitrine.user') ?? '')
    if (role !== 'owner' && role !== 'member') return
    const bar = await import('./owner-bar.ts')
    await bar.mount(String(name), role)
  } catch {}
}

const start = () => {
  // Behaviours that answer a click start at once; those that only animate wait for the load.
  runMenu()
  filterInPlace()
  openProjectsInPlace()
  loadMoreInPlace()
  openInPlace('a[data-view]', () => import('../islands/viewer.ts'))
  leavePlainly()
  // Each in its own task, so that none of them blocks a slow phone.
  for (const run of [markSections, fillMeters, runCounters, typeHeadlines, hydrateIslands, greetOwner]) afterLoad(run)
  deferSections()
}

// The page does not wait for this script, and the script's task does not force a layout.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()
