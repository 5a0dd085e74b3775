/**
 * One window of a browser other than Chromium, with what a story needs of it. An element is named by an expression of the page's own
 * language that yields it, so that a story is written once for every protocol.
 */
export interface OtherBrowser {
  /** Resolves once the page has loaded. */
  open(url: string): Promise<void>
  /** The value of an expression in the page, awaited when it is a promise. */
  evaluate<T>(expression: string): Promise<T>
  /** With the pointer, in its middle. */
  click(element: string): Promise<void>
  /** Key by key, after a click. */
  type(element: string, text: string): Promise<void>
  /** What scripts threw and what was written to the console as an error. */
  errors(): Promise<string[]>
  close(): Promise<void>
}

/**
 * An expression that brings an element into view; true once it is there, rests, and nothing lies over its middle. Sections that are
 * not laid out yet would move it between the press and the release.
 */
export const atRest = (element: string): string => `(async () => {
  const element = ${element}
  const isFolded = (section) => getComputedStyle(section).contentVisibility === 'auto'
  if (!element || [...document.querySelectorAll('main > .section')].some(isFolded)) return false
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const place = () => JSON.stringify(element.getBoundingClientRect())
  const before = place()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const { left, top, width, height } = element.getBoundingClientRect()
  return before === place() && element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
})()`
