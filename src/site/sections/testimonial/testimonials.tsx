import { inside, slot } from '../../page/markup.ts'
import { SectionHeading } from '../section-heading.tsx'

/** The testimonials in a row that scrolls and snaps until the island is hydrated; with a slot for the slides. */
export const Testimonials = ({ count }: { count: number }) => (
  <section
    id="testimonial"
    className="section testimonials"
    aria-labelledby="testimonial-title"
    data-island="testimonials"
  >
    <SectionHeading id="testimonial" title="Testimonials" count={count}>
      <div className="slides-controls" data-controls="" />
    </SectionHeading>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region without script must be reachable by keyboard. */}
    <section className="slides-viewport" data-viewport="" tabIndex={0} aria-label="What clients say">
      <ul className="slides" data-container="" {...inside(slot)} />
    </section>
  </section>
)
