import EmblaCarousel from 'embla-carousel'
import type { ScriptWords } from '../../model/words/catalogue.ts'
import { englishTestimonials } from '../../model/words/english/testimonials.ts'
import { filled } from '../../model/words/template.ts'
import { directionOf, iconButton, newButton, newElement, scriptWords, setIcon } from './elements.ts'
import { still } from './motion.ts'

// Time to read a card.
const intervalMs = 7000

/**
 * Turns a carousel every seven seconds while it may: in view, tab shown, no pointer on it, no focus inside. Under reduced motion
 * only when it is started by hand. Screen readers announce the visitor's steps, not the automatic ones.
 */
const createRotation = (
  root: HTMLElement,
  viewport: HTMLElement,
  { next, onChange }: { next(): void; onChange(isPlaying: boolean): void },
) => {
  let choice: boolean | undefined
  let isPossible = false
  let isHovered = false
  let isInView = false
  let timer: ReturnType<typeof setInterval> | undefined
  const isPlaying = () => choice ?? !still.matches
  // Its own switch has to work while it has the focus.
  const hasFocus = () => root.matches(':focus-within') && !document.activeElement?.closest('[data-rotation]')

  const review = () => {
    const isTurning = isPossible && isPlaying() && isInView && !document.hidden && !isHovered && !hasFocus()
    viewport.ariaLive = isTurning ? 'off' : 'polite'
    clearInterval(timer)
    if (isTurning) timer = setInterval(next, intervalMs)
    onChange(isPlaying())
  }

  for (const type of ['pointerenter', 'pointerleave'] as const)
    viewport.addEventListener(type, ({ pointerType }) => {
      isHovered = type === 'pointerenter' && pointerType === 'mouse'
      review()
    })
  for (const type of ['focusin', 'focusout']) root.addEventListener(type, review)
  document.addEventListener('visibilitychange', review)
  still.addEventListener('change', review)
  new IntersectionObserver(([change]) => {
    isInView = !!change?.isIntersecting
    review()
  }).observe(viewport)

  return {
    /** Starts the interval again, after a step as well. */
    restart: (possible: boolean) => {
      isPossible = possible
      review()
    },
    toggle: () => {
      choice = !isPlaying()
      review()
    },
  }
}

/**
 * Embla's `duration` is a pull, not a time. At 20 a slide has gone 99 % of its way after 29 frames of 1/60 s, without
 * overshooting: the specification's 500 ms (section 9). `testimonials.browser.test.ts` measures it.
 */
const pull = 20

/** `stops`: positions it can stop at; 0 when all slides are in view. */
interface CarouselState {
  index: number
  stops: number
}

type Words = ScriptWords['testimonials']

const describe = (root: HTMLElement, viewport: HTMLElement, slides: HTMLElement[], words: Words) => {
  root.ariaRoleDescription = words.carousel
  viewport.role = 'group'
  slides.forEach((slide, index) => {
    slide.ariaRoleDescription = words.slide
    slide.ariaLabel = filled(words.place, { n: index + 1, all: slides.length })
  })
}

/** Makes an endless carousel of the `[data-slide]` in `[data-container]`; the style sheet decides how many are in view. */
const createCarousel = (
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
      const isOut = stops > 0 && (position - index + slides.length) % slides.length >= inView()
      // What is inert loses the focus, and with it the arrow keys.
      if (isOut && slide.matches(':focus-within')) viewport.focus({ preventScroll: true })
      slide.inert = isOut
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
    dot.ariaLabel = filled(words.show, { n: stop + 1, all: stops })
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
