/** Matches when the visitor asked for less motion; may change at any time. */
export const still = matchMedia('(prefers-reduced-motion: reduce)')

// Names that the style sheet gives for the way from page to page; within a page they would lie above what opens over it.
const standingNames = (value: string) => {
  for (const named of document.querySelectorAll<HTMLElement>('[data-transition]'))
    named.style.viewTransitionName = value
}

let latest: ViewTransition | undefined

/** Makes a change to the page as a view transition where the browser has them and motion is welcome, else at once. Resolves when nothing moves any more. */
export const transition = async (change: () => void): Promise<void> => {
  // The browser refuses to animate what is not seen.
  if (still.matches || document.hidden || !('startViewTransition' in document)) return change()
  standingNames('none')
  const running = document.startViewTransition(change)
  latest = running
  // A skipped transition (hidden tab, a quicker click) rejects; the change was made all the same.
  running.ready.catch(() => {})
  await running.finished.catch(() => {})
  if (latest === running) standingNames('')
}
