/** Marks the link of the section one is in, and the header once the page has left its top. */
export const markSections = (): void => {
  const header = document.querySelector('[data-nav]')
  const links = [...document.querySelectorAll<HTMLElement>('[data-section]')]
  const ids = new Set(links.map((link) => link.dataset.section))
  const sections = [...document.querySelectorAll('main section[id]')].filter(({ id }) => ids.has(id))

  const mark = () => {
    const root = document.documentElement
    let current: Element | undefined
    for (const section of sections) if (section.getBoundingClientRect().top <= innerHeight * 0.4) current = section
    // A short last section never reaches the line.
    if (scrollY > 8 && scrollY + innerHeight > root.scrollHeight - 4) current = sections.at(-1)
    // All is read by now: writing earlier would make the browser lay the page out twice.
    header?.toggleAttribute('data-scrolled', scrollY > 8)
    for (const link of links) {
      link.ariaCurrent = current && link.dataset.section === current.id ? 'true' : null
    }
  }

  let waiting = false
  const soon = () => {
    if (waiting) return
    waiting = true
    // Scroll throttle: specification, section 9.
    setTimeout(() => {
      waiting = false
      mark()
    }, 100)
  }
  addEventListener('scroll', soon, { passive: true })
  addEventListener('resize', soon)
  mark()
}
