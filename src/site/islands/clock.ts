/** Puts the time at the owner's place where the name of their time zone stands, in as much room, minute by minute. */
export const mount = (root: HTMLElement): void => {
  // Throws in a browser that does not know the zone: its name stays.
  const time = new Intl.DateTimeFormat(document.documentElement.lang, {
    timeStyle: 'short',
    timeZone: root.dataset.zone,
  })
  const { width, height } = root.getBoundingClientRect()
  root.style = `min-width:${width}px;min-height:${height}px`
  const tick = () => {
    root.textContent = time.format()
    setTimeout(tick, 60_000 - (Date.now() % 60_000))
  }
  tick()
}
