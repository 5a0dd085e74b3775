import type { Settings } from '../../../model/settings/settings.ts'

/** Huge numerals; the script counts up to the value that stands here already. */
export const Counters = ({ counters }: { counters: Settings['counters'] }) =>
  counters.length === 0 ? null : (
    <ul className="counters" data-count={counters.length}>
      {counters.map(({ value, label }) => (
        <li key={label} className="counter" data-digits={String(value).length > 4 ? 'many' : 'few'}>
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
