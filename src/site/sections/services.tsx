import type { serviceIcons } from '../../model/content/collections.ts'
import type { PublishedEntry } from '../../model/publishing/published-content.ts'
import type { PublicSettings } from '../../model/settings/settings.ts'
import { type MarkAttributes, useMarks } from '../markup/marks.ts'
import { defineSection, SectionHeading } from './section.tsx'

/** Drawn on 32 × 32 with one line weight; the dot in each is what turns to the accent. */
const drawings: Record<(typeof serviceIcons)[number], { line: string; dot: readonly [number, number] }> = {
  code: { line: 'M10 8 3 16l7 8M22 8l7 8-7 8', dot: [16, 16] },
  layout: { line: 'M3 5h26v22H3zM3 12h26M12 12v15', dot: [7, 8.5] },
  speed: { line: 'M4 24a13 13 0 1 1 24 0M16 19l7-8', dot: [16, 19] },
  device: { line: 'M9 3h14v26H9zM14 25.5h4', dot: [16, 8] },
  cart: { line: 'M4 10h24l-3 18H7zM11 10a5 5 0 0 1 10 0', dot: [16, 18] },
  search: { line: 'M13 23a10 10 0 1 1 0-20 10 10 0 0 1 0 20M20 20l9 9', dot: [13, 13] },
  server: { line: 'M4 4h24v10H4zM4 18h24v10H4zM15 9h9M15 23h9', dot: [9, 9] },
  pen: { line: 'M4 28l3-9L23 3l6 6-16 16zM19 7l6 6', dot: [10.5, 21.5] },
  chart: { line: 'M3 29h26M7 29V18M16 29V10M25 29V14', dot: [16, 5] },
  shield: { line: 'M16 3l11 4v9c0 7-5 11-11 13C10 27 5 23 5 16V7z', dot: [16, 15] },
  spark: { line: 'M16 3c0 8 5 13 13 13-8 0-13 5-13 13 0-8-5-13-13-13 8 0 13-5 13-13', dot: [27, 5] },
  support: { line: 'M4 5h24v17H15l-6 6v-6H4z', dot: [16, 13.5] },
}

/** A service's line icon; it is decorative. */
const ServiceIcon = ({ name, mark }: { name: keyof typeof drawings; mark: MarkAttributes }) => {
  const { line, dot } = drawings[name]
  return (
    <svg className="icon" viewBox="0 0 32 32" width="40" height="40" aria-hidden="true" focusable="false" {...mark}>
      <path d={line} />
      <circle cx={dot[0]} cy={dot[1]} r="1.75" />
    </svg>
  )
}

interface Props {
  entries: PublishedEntry<'services'>[]
  layout: PublicSettings['servicesLayout']
}

/** The services in ruled cells, or as rows without icons. */
const Services = ({ entries, layout }: Props) => {
  const marks = useMarks()
  return (
    <section id="job" className="section services" aria-labelledby="job-title">
      <SectionHeading id="job" count={entries.length} />
      <ul className={layout === 'list' ? 'services-list' : 'services-grid'}>
        {entries.map((entry) => {
          const mark = marks.entry('services', entry.id)
          return (
            <li key={entry.id} className="service" {...mark()}>
              {layout === 'list' ? null : <ServiceIcon name={entry.icon} mark={mark('icon')} />}
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

export const job = defineSection('job', {
  settings: ['servicesLayout'],
  html: ({ services, settings }, renderer) =>
    renderer.html('job', Services, { entries: services, layout: settings.servicesLayout }),
})
