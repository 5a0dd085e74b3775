import { createRoot } from 'react-dom/client'
import { createCarousel } from './carousel.ts'
import { CarouselControls } from './carousel-controls.tsx'

/** Turns the list of testimonials into a carousel. The slides stay the server's; React draws the controls. */
export const mount = (root: HTMLElement): void => {
  const viewport = root.querySelector<HTMLElement>('[data-viewport]')
  const controls = root.querySelector('[data-controls]')
  if (!viewport || !controls) return
  const carousel = createCarousel(root, viewport)
  createRoot(controls).render(<CarouselControls carousel={carousel} />)
}
