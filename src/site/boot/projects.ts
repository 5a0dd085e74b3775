import { hit, isPlainClick } from './plain-click.ts'

// After this many ms the plain link is the quicker way.
const patience = 1500

const card = '[data-portfolio] a[data-project]'

/** Lets a project's card open it as a dialog over the page; without the dialog's code the card is the link it was. */
export const openProjectsInPlace = (): void => {
  const here = location.pathname
  const hasCards = document.querySelector(card)
  let loading: Promise<typeof import('../islands/projects.tsx')> | undefined
  const load = () => {
    loading ??= import('../islands/projects.tsx').catch((error) => {
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
    const timer = setTimeout(follow, patience)
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
    } else if (location.pathname !== here) location.reload() // Reloaded in a dialog: this document is the project's own page.
  })
}
