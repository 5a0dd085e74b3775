import EmblaCarousel from 'embla-carousel'
import { still } from '../../boot/motion.ts'
import { directionOf } from '../direction.ts'

/**
 * Embla's `duration` is a pull, not a time. At 20 a slide has gone 99 % of its way after 29 frames of 1/60 s, without
 * overshooting: the specification's 500 ms (section 9). `carousel.browser.test.ts` measures it.
 */
const pull = 20

/** The position of a carousel; a new object after every change. */
export interface CarouselState {
  index: number
  /** Positions it can stop at; 0 when all slides are in view. */
  stops: number
  slides: number
}

export interface Carousel {
  root: HTMLElement
  viewport: HTMLElement
  state(): CarouselState
  subscribe(changed: () => void): () => void
  /** Forward or back by one, around the end. */
  step(by: number): void
  goTo(index: number): void
  /** True when screen readers announce changes: those by the visitor, not the automatic ones. */
  announce(on: boolean): void
}

const describe = (root: HTMLElement, viewport: HTMLElement, slides: HTMLElement[]) => {
  if (!root.matches('section, [role]')) root.role = 'group'
  root.setAttribute('aria-roledescription', 'carousel')
  if (!root.matches('[aria-label], [aria-labelledby]')) root.setAttribute('aria-label', 'Testimonials')
  viewport.role = 'group'
  if (!viewport.ariaLabel) viewport.ariaLabel = 'Slides'
  slides.forEach((slide, index) => {
    slide.setAttribute('aria-roledescription', 'slide')
    slide.setAttribute('aria-label', `${index + 1} of ${slides.length}`)
  })
}

/** Makes an endless carousel of the `[data-slide]` in `[data-container]`; the style sheet decides how many are in view. */
export const createCarousel = (root: HTMLElement, viewport: HTMLElement): Carousel => {
  const container = viewport.querySelector<HTMLElement>('[data-container]') ?? viewport
  const slides = [...container.querySelectorAll<HTMLElement>('[data-slide]')]
  const inView = () => Math.max(1, Math.round(viewport.clientWidth / (slides[0]?.offsetWidth || 1)))
  describe(root, viewport, slides)
  // Until now the list scrolled by itself.
  viewport.scrollLeft = 0
  viewport.dataset.ready = ''
  viewport.style.touchAction = 'pan-y pinch-zoom'

  const embla = EmblaCarousel(viewport, {
    container,
    slides,
    loop: true,
    align: 'start',
    direction: directionOf(root) < 0 ? 'rtl' : 'ltr',
    duration: pull,
    watchDrag: () => slides.length > inView(),
  })
  const read = (): CarouselState => {
    const many = slides.length > inView()
    return { index: embla.selectedScrollSnap(), stops: many ? embla.scrollSnapList().length : 0, slides: slides.length }
  }
  let state = read()
  const listeners = new Set<() => void>()
  const review = () => {
    state = read()
    const seen = inView()
    slides.forEach((slide, index) => {
      const offset = (index - state.index + slides.length) % slides.length
      slide.inert = state.stops > 0 && offset >= seen
    })
    for (const changed of listeners) changed()
  }
  embla.on('select', review).on('reInit', review)
  review()

  const goTo = (index: number) => embla.scrollTo(index, still.matches)
  const step = (by: number) => {
    const { index, stops } = state
    if (by > 0) embla.canScrollNext() ? embla.scrollNext(still.matches) : goTo(0)
    else embla.canScrollPrev() ? embla.scrollPrev(still.matches) : goTo(stops - 1)
    return index
  }
  root.addEventListener('keydown', (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!by || !state.stops || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    step(by * directionOf(root))
  })
  return {
    root,
    viewport,
    state: () => state,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    step,
    goTo,
    announce(on) {
      viewport.ariaLive = on ? 'polite' : 'off'
    },
  }
}
