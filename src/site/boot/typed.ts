import { still } from '../islands/motion.ts'

// Typed headline: specification, section 9. In ms: each character typed or deleted, the turn to the next step.
const speed = 50
const delay = 50

// From here on in Unicode a character may be several code points. Below, none is, and the segmenter is not needed:
// creating one takes a slow phone 50 ms.
const joining = /[\u0300-\uffff]/

const characters = (text: string): string[] =>
  joining.test(text) && 'Segmenter' in Intl
    ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
    : [...text]

/** Types, deletes and repeats the headlines in `[data-typed]`, while they are in view and the tab is. Under reduced motion the first one is shown. */
export const typeHeadlines = (): void => {
  const root = document.querySelector<HTMLElement>('[data-typed]')
  const text = root?.querySelector<HTMLElement>('[data-typed-text]')
  const headlines = (JSON.parse(root?.dataset.typed || '[]') as string[]).map(characters)
  const [first] = headlines
  if (!root || !text || !first) return
  const pause = Number(root.dataset.typedPause)
  const toggle = document.querySelector('[data-typed-toggle]')

  let headline = first
  let shown = first.length
  /** Characters that a step adds. */
  let change = -1
  let inView = false
  let paused = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const write = () => {
    // An empty line would lose its height.
    const line = headline.slice(0, shown).join('') || '\u200b'
    if (text.textContent !== line) text.textContent = line
  }
  const step = () => {
    shown += change
    root.toggleAttribute('data-cut', change < 0)
    write()
    let wait = speed
    if (shown < 1) {
      headline = headlines[headlines.indexOf(headline) + 1] ?? first
      change = 1
    } else if (shown >= headline.length) {
      change = -1
      wait = pause + (delay + speed)
    }
    timer = setTimeout(step, wait)
  }
  const review = () => {
    clearTimeout(timer)
    const runs = inView && !paused && !document.hidden && !still.matches
    root.toggleAttribute('data-typing', runs)
    if (runs) timer = setTimeout(step, (shown < headline.length ? 0 : pause) + (delay + speed))
    if (!still.matches) return
    headline = first
    shown = first.length
    change = -1
    write()
  }

  new IntersectionObserver(([entry]) => {
    inView = !!entry?.isIntersecting
    review()
  }).observe(root)
  document.addEventListener('visibilitychange', review)
  still.addEventListener('change', review)
  toggle?.addEventListener('click', () => {
    paused = !paused
    toggle.ariaPressed = String(paused)
    review()
  })
}
