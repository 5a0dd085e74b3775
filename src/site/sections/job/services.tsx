import type { PublishedEntry } from '../../../model/publishing/published-content.ts'
import { useMarks } from '../../markup/marks.ts'
import { SectionHeading } from '../section-heading.tsx'
import { ServiceIcon } from './service-icon.tsx'

/** The services in ruled cells. */
export const Services = ({ entries }: { entries: PublishedEntry<'services'>[] }) => {
  const marks = useMarks()
  return (
    <section id="job" className="section services" aria-labelledby="job-title">
      <SectionHeading id="job" count={entries.length} />
      <ul className="services-grid">
        {entries.map((entry) => {
          const mark = marks.entry('services', entry.id)
          return (
            <li key={entry.id} className="service" {...mark()}>
              <ServiceIcon name={entry.icon} mark={mark('icon')} />
              <h3 className="service-title" dir="auto" {...mark('title')}>
                {entry.title}
              </h3>
              {entry.text ? (
                <p className="service-text" dir="auto" {...mark('text')}>
                  {entry.text}
                </p>
              ) : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
