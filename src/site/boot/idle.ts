/** Runs a task once the page and all it needs have loaded and the browser has a moment. */
export const afterLoad = (task: () => void): void => {
  // Safari has no idle callback.
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(task) : setTimeout(task, 200))
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}
