import EmblaCarousel from 'embla-carousel'
import type { ScriptWords } from '../../../model/words/catalogue.ts'
import { filled } from '../../../model/words/template.ts'
import { still } from '../../boot/motion.ts'
import { directionOf } from '../direction.ts'

/**
 * Embla's `duration` is a pull, not a time. At 20 a slide has gone 99 % of its way after 29 frames of 1/60 s, without
 * overshooting: the specification's 500 ms (section 9). `testimonials.browser.test.ts` measures it.
 */
const pull = 20

/** `stops`: positions it can stop at; 0 when all slides are in view. */
export interface CarouselState {
  index: number
  stops: number
}

type Words = ScriptWords['testimonials']

const describe = (root: HTMLElement, viewport: HTMLElement, slides: HTMLElement[], words: Words) => {
  root.setAttribute('aria-roledescription', words.carousel)
  viewport.role = 'group'
  slides.forEach((slide, index) => {
    slide.setAttribute('aria-roledescription', words.slide)
    slide.setAttribute('aria-label', filled(words.place, { n: index + 1, all: slides.length }))
  })
}

/** Makes an endless carousel of the `[data-slide]` in `[data-container]`; the style sheet decides how many are in view. */
export const createCarousel = (
  root: HTMLElement,
  viewport: HTMLElement,
  words: Words,
  onChange: (state: CarouselState) => void,
) => {
  const container = viewport.querySelector<HTMLElement>('[data-container]') ?? viewport
  const slides = [...container.querySelectorAll<HTMLElement>('[data-slide]')]
  const inView = () => Math.max(1, Math.round(viewport.clientWidth / (slides[0]?.offsetWidth || 1)))
  describe(root, viewport, slides, words)
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
  const state = (): CarouselState => ({
    index: embla.selectedScrollSnap(),
    stops: slides.length > inView() ? embla.scrollSnapList().length : 0,
  })
  const review = () => {
    const { index, stops } = state()
    slides.forEach((slide, position) => {
      slide.inert = stops > 0 && (position - index + slides.length) % slides.length >= inView()
    })
    onChange({ index, stops })
  }
  embla.on('select', review).on('reInit', review)
  review()

  const goTo = (index: number) => embla.scrollTo(index, still.matches)
  /** Forward or back by one, around the end. */
  const step = (by: 1 | -1) => {
    const isEnd = by > 0 ? !embla.canScrollNext() : !embla.canScrollPrev()
    if (isEnd) goTo(by > 0 ? 0 : state().stops - 1)
    else if (by > 0) embla.scrollNext(still.matches)
    else embla.scrollPrev(still.matches)
  }
  root.addEventListener('keydown', (event) => {
    const by = ({ ArrowRight: 1, ArrowLeft: -1 } as const)[event.key]
    if (!by || !state().stops || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    step((by * directionOf(root)) as 1 | -1)
  })
  return { goTo, step }
}
