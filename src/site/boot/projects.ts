import { openInPlace } from './in-place.ts'

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
export const openProjectsInPlace = (): void => {
  const here = location.pathname
  const hasCards = document.querySelector(card)
  const scrollTop: number | undefined = history.state?.scrollTop
  restoreScroll(hasCards ? scrollTop : undefined)
  const code = openInPlace(card, () => import('../islands/projects/projects.ts'))
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
