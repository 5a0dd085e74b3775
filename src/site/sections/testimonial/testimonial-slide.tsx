import type { PublishedImage as ImageData } from '../../../model/media/published-image.ts'
import type { PublishedEntry } from '../../../model/publishing/published-content.ts'
import { Image } from '../../markup/image.tsx'
import { useMarks } from '../../markup/marks.ts'
import { splitText } from '../../markup/split-text.ts'
import { useWords } from '../../markup/words.ts'
import { Stars } from './stars.tsx'

interface Props {
  entry: PublishedEntry<'testimonials'>
  portrait: ImageData | undefined
}

const scaleOf = (text: string) => (text.length < 90 ? 'short' : text.length < 320 ? 'medium' : 'long')

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .filter((_, i, all) => i === 0 || i === all.length - 1)
    .join('')

/** One testimonial. A long text continues in a disclosure. */
export const TestimonialSlide = ({ entry, portrait }: Props) => {
  const mark = useMarks().entry('testimonials', entry.id)
  const { testimonials } = useWords()
  const [start, more] = splitText(entry.feedback, 420)
  return (
    <li className="slide" data-slide="" {...mark()}>
      <figure className="quote">
        <Stars value={entry.star ?? 0} mark={mark('star')} />
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
            <span className="quote-name" dir="auto" {...mark('fullname')}>
              {entry.fullname}
            </span>
            {entry.country ? (
              <span className="quote-country" dir="auto" {...mark('country', 'show_country')}>
                {entry.country}
              </span>
            ) : null}
          </span>
        </figcaption>
      </figure>
    </li>
  )
}
