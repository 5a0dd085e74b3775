import { hit, isPlainClick } from './plain-click.ts'

// After this time the plain link is the faster way.
const timeoutMs = 1500

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

/** Lets a project's card open it as a dialog over the page; without the dialog's code the card is the link it was. */
export const openProjectsInPlace = (): void => {
  const here = location.pathname
  const hasCards = document.querySelector(card)
  const scrollTop: number | undefined = history.state?.scrollTop
  restoreScroll(hasCards ? scrollTop : undefined)
  let loading: Promise<typeof import('../islands/projects/projects.ts')> | undefined
  const load = () => {
    loading ??= import('../islands/projects/projects.ts').catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }

  document.addEventListener('click', async (event) => {
    const link = hit(event, card)
    if (!link || !isPlainClick(event)) return
    event.preventDefault()
    const follow = () => location.assign(link.href)
    const timer = setTimeout(follow, timeoutMs)
    try {
      const projects = await load()
      clearTimeout(timer)
      projects.open(link)
    } catch {
      follow()
    }
  })
  for (const hint of ['pointerover', 'focusin']) {
    document.addEventListener(hint, (event) => {
      const link = hit(event, card)
      if (link)
        load().then(
          (projects) => projects.prefetch(link.href),
          () => {},
        )
    })
  }
  addEventListener('popstate', () => {
    if (hasCards) {
      if (loading || history.state?.project)
        load().then(
          (projects) => projects.follow(),
          () => location.reload(),
        )
    } else if (location.pathname !== here) {
      // Reloaded in a dialog: this document is the project's own page.
      if (scrollTop !== undefined) {
        history.replaceState({ scrollTop }, '')
        history.scrollRestoration = 'manual'
      }
      location.reload()
    }
  })
}
