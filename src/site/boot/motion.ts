/** Matches when the visitor asked for less motion; may change while the page stands. */
export const still = matchMedia('(prefers-reduced-motion: reduce)')

/** Makes a change to the page as a view transition where the browser has them and motion is welcome, else at once. Resolves when nothing moves any more. */
export const transition = (change: () => void): Promise<unknown> => {
  if (still.matches || !('startViewTransition' in document)) {
    change()
    return Promise.resolve()
  }
  const running = document.startViewTransition(change)
  // A skipped transition (hidden tab, a quicker click) rejects; the change was made all the same.
  running.ready.catch(() => {})
  return running.finished.catch(() => {})
}
