/** Runs a task once the page and all it needs have loaded and the browser has a moment: after a fifth of a second at the latest. */
export const afterLoad = (task: () => void): void => {
  // Safari has no idle callback; a page without new frames may call back late.
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(task, { timeout: 200 }) : setTimeout(task, 200)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}
