import type { Settings } from '../../../model/settings/settings.ts'
import { useMarks } from '../../markup/marks.ts'

/** Huge numerals; the script counts up to the value in the markup. */
export const Counters = ({ counters }: { counters: Settings['counters'] }) => {
  const marks = useMarks()
  return counters.length === 0 ? null : (
    <ul className="counters" data-count={counters.length}>
      {counters.map(({ value, label }, index) => (
        <li
          key={label}
          className="counter"
          data-digits={String(value).length > 4 ? 'many' : 'few'}
          {...marks.setting('counters', index)}
        >
          <span className="counter-value" data-counter={value}>
            {value}
          </span>{' '}
          <span className="counter-label" dir="auto">
            {label}
          </span>
        </li>
      ))}
    </ul>
  )
}
