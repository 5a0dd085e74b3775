import { inside, slot } from '../../markup/renderer.ts'
import { useWords } from '../../markup/words.ts'
import { SectionHeading } from '../section-heading.tsx'

interface Props {
  count: number
  /** True when there are more than the page shows. */
  rest: boolean
}

/** The testimonials in a row that scrolls and snaps until the island is hydrated; with a slot for the slides. */
export const Testimonials = ({ count, rest }: Props) => {
  const words = useWords()
  return (
    <section
      id="testimonial"
      className="section testimonials"
      aria-labelledby="testimonial-title"
      data-island="testimonials"
    >
      <SectionHeading id="testimonial" count={count}>
        <div className="slides-controls" data-controls="" />
      </SectionHeading>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region without script must be reachable by keyboard. */}
      <section className="slides-viewport" data-viewport="" tabIndex={0} aria-label={words.testimonials.viewport}>
        <ul className="slides" data-container="" {...inside(slot)} />
      </section>
      {rest ? (
        <p className="pager">
          <a href="/testimonials">{words.lists.allTestimonials}</a>
        </p>
      ) : null}
    </section>
  )
}
