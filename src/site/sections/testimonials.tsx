import { isPartial } from '../../model/content/collections.ts'
import type { PublishedImage as ImageData } from '../../model/media/published-image.ts'
import { imageIn, type PublishedEntry } from '../../model/publishing/published-content.ts'
import type { PublicSettings } from '../../model/settings/settings.ts'
import { filled } from '../../model/words/template.ts'
import { Image } from '../markup/image.tsx'
import { type MarkAttributes, useMarks } from '../markup/marks.ts'
import { entriesOn, hasWall } from '../markup/paging.ts'
import { fill, inside, slot } from '../markup/renderer.ts'
import { initials, listed, splitText, useWords } from '../markup/words.ts'
import { defineSection, SectionHeading } from './section.tsx'

const star = 'M10 1.6l2.6 5.5 6 .8-4.4 4.2 1.1 6L10 15.2 4.7 18.1l1.1-6L1.4 7.9l6-.8z'

/** Five stars, the given number filled, and the same as text. */
const Stars = ({ value, mark }: { value: number; mark: MarkAttributes }) => (
  <p className="stars" {...mark}>
    <span className="visually-hidden">{filled(useWords().testimonials.stars, { n: value })}</span>
    <svg viewBox="0 0 108 20" width="86" height="16" aria-hidden="true" focusable="false">
      {[0, 1, 2, 3, 4].map((i) => (
        <path key={i} className={i < value ? 'star-filled' : 'star'} d={star} transform={`translate(${i * 22})`} />
      ))}
    </svg>
  </p>
)

interface Props {
  entry: PublishedEntry<'testimonials'>
  portrait: ImageData | undefined
}

const scaleOf = (text: string) => (text.length < 90 ? 'short' : text.length < 320 ? 'medium' : 'long')

/** What makes them partial, and how it came: neither is said of what the owner entered without it. */
const Disclosure = ({ entry }: Pick<Props, 'entry'>) => {
  const { ask } = useWords()
  const { source } = entry
  return (
    <>
      {isPartial(entry) ? <span className="quote-relation">{ask.relations[entry.relation]}</span> : null}
      {source ? <span className="quote-country">{source === 'mail' ? ask.mailed : ask.linked}</span> : null}
    </>
  )
}

/** One testimonial. A long text continues in a disclosure. */
export const TestimonialSlide = ({ entry, portrait }: Props) => {
  const mark = useMarks().entry('testimonials', entry.id)
  const words = useWords()
  const { testimonials } = words
  const [start, more] = splitText(entry.feedback, 420)
  const role = listed(words, entry.role, entry.company)
  return (
    <li className="slide" data-slide="" {...mark()}>
      <figure className="quote">
        {entry.star === null ? null : <Stars value={entry.star} mark={mark('star')} />}
        <blockquote className="quote-text" data-scale={scaleOf(entry.feedback)} dir="auto" {...mark('feedback')}>
          <p>{start}</p>
          {more ? (
            <details className="quote-more">
              <summary>{testimonials.more}</summary>
              <p>{more}</p>
            </details>
          ) : null}
        </blockquote>
        <figcaption className="quote-person">
          <span className="quote-portrait" {...mark('image')}>
            {portrait ? (
              <Image image={portrait} sizes="3.5rem" widest={168} alt="" />
            ) : (
              <span aria-hidden="true">{initials(entry.fullname)}</span>
            )}
          </span>
          <span className="quote-names">
            <span className="quote-name" dir="auto" {...mark('fullname', 'relation')}>
              {entry.fullname}
            </span>
            {role ? (
              <span className="quote-role" dir="auto" {...mark('role', 'company')}>
                {role}
              </span>
            ) : null}
            {entry.country ? (
              <span className="quote-country" dir="auto" {...mark('country', 'show_country')}>
                {entry.country}
              </span>
            ) : null}
            <Disclosure entry={entry} />
          </span>
        </figcaption>
      </figure>
    </li>
  )
}

interface TestimonialsProps {
  count: number
  /** True when there are more than the page shows. */
  rest: boolean
  layout: PublicSettings['testimonialsLayout']
  /** The owner declined one that came. */
  selection: boolean
}

/** The testimonials in a row that scrolls and snaps until the island is hydrated; with a slot for the slides. */
const Testimonials = ({ count, rest, layout, selection }: TestimonialsProps) => {
  const words = useWords()
  const isWall = layout === 'wall'
  return (
    <section
      id="testimonial"
      className="section testimonials"
      aria-labelledby="testimonial-title"
      data-layout={layout}
      data-island={isWall ? undefined : 'testimonials'}
    >
      <SectionHeading id="testimonial" count={count}>
        {isWall ? null : <div className="slides-controls" data-controls="" />}
      </SectionHeading>
      {isWall ? (
        <ul className="slides-wall" {...inside(slot)} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region without script must be reachable by keyboard.
        <section className="slides-viewport" data-viewport="" tabIndex={0} aria-label={words.testimonials.viewport}>
          <ul className="slides" data-container="" {...inside(slot)} />
        </section>
      )}
      {selection ? <p className="testimonials-selection">{words.ask.selection}</p> : null}
      {rest ? (
        <p className="pager">
          <a href="/testimonials">{words.lists.allTestimonials}</a>
        </p>
      ) : null}
    </section>
  )
}

export const testimonial = defineSection('testimonial', {
  settings: ['testimonialsLayout'],
  html: (content, renderer) => {
    const { testimonials, media, settings, selection = false } = content
    return fill(
      renderer.html('testimonials', Testimonials, {
        count: testimonials.length,
        rest: hasWall(content),
        layout: settings.testimonialsLayout,
        selection,
      }),
      entriesOn(testimonials, 1)
        .map((entry) => renderer.html('slide', TestimonialSlide, { entry, portrait: imageIn(media, entry.image) }))
        .join(''),
    )
  },
})
