/** True for a click that asks for nothing special: new tabs, downloads and the like stay the browser's business. */
export const isPlainClick = (event: MouseEvent): boolean =>
  !event.defaultPrevented && !event.button && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** The closest element to the event's target that matches, if any. */
export const hit = <T extends Element = HTMLAnchorElement>(event: Event, selector: string): T | null =>
  event.target instanceof Element ? event.target.closest<T>(selector) : null
