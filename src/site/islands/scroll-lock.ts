/**
 * Keeps the page behind a modal where it is. A classic scrollbar goes away, so that the modal reaches the window's edge;
 * the style sheet reserves its width (`--scrollbar`) in the page, so that nothing shifts.
 */
export const lockScroll = (): void => {
  const root = document.documentElement
  root.style = `overflow:hidden;--scrollbar:${innerWidth - root.clientWidth}px`
}

export const unlockScroll = (): void => {
  document.documentElement.style = ''
}
