import { englishTestimonials } from '../../../model/words/english/testimonials.ts'
import { filled } from '../../../model/words/template.ts'
import { iconButton, newButton, newElement, setIcon } from '../elements.ts'
import { scriptWords } from '../script-words.ts'
import { type CarouselState, createCarousel } from './carousel.ts'
import { createRotation } from './rotation.ts'

// More dots than this cannot be distinguished; a number replaces them.
const maxDots = 8

/** Turns the list of testimonials into a carousel with pause, dots and arrows (from 1024 px: specification, section 9). */
export const mount = (root: HTMLElement): void => {
  const viewport = root.querySelector<HTMLElement>('[data-viewport]')
  const controls = root.querySelector('[data-controls]')
  if (!viewport || !controls) return
  const words = scriptWords('testimonials', englishTestimonials)
  let stops = 0
  let dots: HTMLElement[] = []

  const pause = newButton('carousel-button', () => rotation.toggle())
  pause.dataset.rotation = ''
  const place = newElement('p', 'carousel-place')
  const arrows = newElement(
    'div',
    'carousel-arrows',
    iconButton(words.previous, 'previous', 'carousel-button', () => carousel.step(-1)),
    iconButton(words.next, 'next', 'carousel-button', () => carousel.step(1)),
  )
  const buttons = newElement('div', 'carousel-controls')
  const wide = matchMedia('(min-width: 1024px)')
  const showArrows = () => (wide.matches ? buttons.append(arrows) : arrows.remove())
  wide.addEventListener('change', showArrows)

  const newDot = (stop: number) => {
    const dot = newButton('carousel-dot', () => carousel.goTo(stop))
    dot.setAttribute('aria-label', filled(words.show, { n: stop + 1, all: stops }))
    return dot
  }
  /** Replaces the controls only when the stops change: a pressed button keeps the focus. */
  const show = (state: CarouselState) => {
    if (state.stops !== stops) {
      stops = state.stops
      dots = stops <= maxDots ? Array.from({ length: stops }, (_, stop) => newDot(stop)) : []
      const position = dots.length > 0 ? newElement('div', 'carousel-dots', ...dots) : place
      buttons.replaceChildren(pause, position)
      showArrows()
      controls.replaceChildren(...(stops > 1 ? [buttons] : []))
    }
    dots.forEach((dot, stop) => {
      dot.ariaCurrent = stop === state.index ? 'true' : null
    })
    place.textContent = `${state.index + 1} / ${stops}`
    rotation.restart(stops > 1)
  }

  const rotation = createRotation(root, viewport, {
    next: () => carousel.step(1),
    onChange: (isPlaying) => setIcon(pause, isPlaying ? words.pause : words.start, isPlaying ? 'pause' : 'play'),
  })
  const carousel = createCarousel(root, viewport, words, show)
}
