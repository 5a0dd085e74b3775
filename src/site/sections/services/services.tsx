import type { PublishedEntry } from '../../../model/content/published-content.ts'
import { SectionHeading } from '../section-heading.tsx'
import { ServiceIcon } from './service-icon.tsx'

/** What is on offer, in ruled cells. */
export const Services = ({ entries }: { entries: PublishedEntry<'services'>[] }) => (
  <section id="job" className="section services" aria-labelledby="job-title">
    <SectionHeading id="job" title="Services" count={entries.length} />
    <ul className="services-grid">
      {entries.map((entry) => (
        <li key={entry.id} className="service">
          <ServiceIcon name={entry.icon} />
          <h3 className="service-title" dir="auto">
            {entry.title}
          </h3>
          <p className="service-text" dir="auto">
            {entry.text}
          </p>
        </li>
      ))}
    </ul>
  </section>
)
