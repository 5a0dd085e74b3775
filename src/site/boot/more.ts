import { openInPlace } from './in-place.ts'

/** Lets *More* add the next projects below, and adds them again when the visitor comes back to this list. */
export const loadMoreInPlace = (): void => {
  const code = openInPlace('a[data-more]', () => import('../islands/more/more.ts'))
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
