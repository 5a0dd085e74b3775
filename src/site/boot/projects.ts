import { hit, isPlainClick } from './plain-click.ts'

// After this many ms the plain link is the quicker way.
const timeoutMs = 1500

// A reload in a dialog leaves the project's own page, which starts at its top; the way back from there leads to where one was.
// Each entry of the history has a mode of its own: `manual` tells that this page is one of the two. Then scrolling is the browser's again.
const takePlace = (place: number | undefined) => {
  if (history.scrollRestoration === 'auto') return
  const scroll = () => {
    if (place !== undefined) scrollTo({ top: place, behavior: 'instant' })
  }
  const { state } = history
  scroll()
  // Once more after what the browser does by itself: fragment, autofocus.
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
  const place: number | undefined = history.state?.place
  takePlace(hasCards ? place : undefined)
  let loading: Promise<typeof import('../islands/projects/projects.tsx')> | undefined
  const load = () => {
    loading ??= import('../islands/projects/projects.tsx').catch((error) => {
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
      if (place !== undefined) {
        history.replaceState({ place }, '')
        history.scrollRestoration = 'manual'
      }
      location.reload()
    }
  })
}
