/** Marks the link of the current section, and the header once the page is scrolled. */
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
    // All reads are done: writing earlier would force a second layout.
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
