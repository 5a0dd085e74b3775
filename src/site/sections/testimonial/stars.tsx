import { filled } from '../../../model/words/template.ts'
import type { MarkAttributes } from '../../markup/marks.ts'
import { useWords } from '../../markup/words.ts'

const star = 'M10 1.6l2.6 5.5 6 .8-4.4 4.2 1.1 6L10 15.2 4.7 18.1l1.1-6L1.4 7.9l6-.8z'

/** Five stars, the given number filled, and the same as text. */
export const Stars = ({ value, mark }: { value: number; mark: MarkAttributes }) => (
  <p className="stars" {...mark}>
    <span className="visually-hidden">{filled(useWords().testimonials.stars, { n: value })}</span>
    <svg viewBox="0 0 108 20" width="86" height="16" aria-hidden="true" focusable="false">
      {[0, 1, 2, 3, 4].map((i) => (
        <path key={i} className={i < value ? 'star-filled' : 'star'} d={star} transform={`translate(${i * 22})`} />
      ))}
    </svg>
  </p>
)
