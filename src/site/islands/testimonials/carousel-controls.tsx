import { useEffect, useSyncExternalStore } from 'react'
import { Icon } from '../icon.tsx'
import type { Carousel } from './carousel.ts'
import { useMedia } from './use-media.ts'
import { useRotation } from './use-rotation.ts'

// More dots than this cannot be distinguished; a number replaces them.
const mostDots = 8

/** Pause, arrows (from 1024 px: specification, section 9) and dots of a carousel; nothing while all its slides are in view. */
export const CarouselControls = ({ carousel }: { carousel: Carousel }) => {
  const { index, stops } = useSyncExternalStore(carousel.subscribe, carousel.state)
  const wide = useMedia('(min-width: 1024px)')
  const { playing, turning, setPlaying } = useRotation(carousel, index, stops > 1)
  useEffect(() => carousel.announce(!turning), [carousel, turning])
  if (stops < 2) return null
  return (
    <div className="carousel-controls">
      <button
        type="button"
        className="carousel-button"
        data-rotation
        aria-label={playing ? 'Pause the rotation' : 'Start the rotation'}
        onClick={() => setPlaying(!playing)}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      {stops <= mostDots ? (
        <div className="carousel-dots">
          {Array.from({ length: stops }, (_, stop) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its index.
              key={stop}
              type="button"
              className="carousel-dot"
              aria-label={`Show testimonial ${stop + 1} of ${stops}`}
              aria-current={stop === index ? 'true' : undefined}
              onClick={() => carousel.goTo(stop)}
            />
          ))}
        </div>
      ) : (
        <p className="carousel-place">
          {index + 1} / {stops}
        </p>
      )}
      {wide && (
        <div className="carousel-arrows">
          <button type="button" className="carousel-button" aria-label="Previous" onClick={() => carousel.step(-1)}>
            <Icon name="previous" />
          </button>
          <button type="button" className="carousel-button" aria-label="Next" onClick={() => carousel.step(1)}>
            <Icon name="next" />
          </button>
        </div>
      )}
    </div>
  )
}
