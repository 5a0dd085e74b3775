/** Keeps the page behind a modal where it is. Room for a classic scrollbar stays reserved, so nothing shifts. */
export const lockScroll = (): void => {
  const root = document.documentElement
  if (innerWidth > root.clientWidth) root.style.scrollbarGutter = 'stable'
  root.style.overflow = 'hidden'
}

export const unlockScroll = (): void => {
  const { style } = document.documentElement
  style.overflow = style.scrollbarGutter = ''
}
