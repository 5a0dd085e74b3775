import type { Collection } from '../../model/content/define-collection.ts'
import { SectionHeading } from './section-heading.tsx'

interface Props {
  collection: Pick<Collection, 'name' | 'label' | 'preview' | 'fields'>
  entries: ({ id: string } & Record<string, unknown>)[]
}

const said = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** The section of a collection that has no look of its own yet: titles, subtitles and numbers in a ruled list. */
export const EntryList = ({ collection, entries }: Props) => {
  const { title, subtitle } = collection.preview
  const number = Object.keys(collection.fields).find((name) => collection.fields[name]?.kind === 'integer')
  return (
    <section id={collection.name} className="section" aria-labelledby={`${collection.name}-title`}>
      <SectionHeading id={collection.name} title={collection.label.many} count={entries.length} />
      <ul className="timeline-items">
        {entries.map((entry) => (
          <li key={entry.id} className="timeline-item">
            <p className="timeline-years">{number ? said(entry[number]) : ''}</p>
            <div>
              <h3 className="timeline-name" dir="auto">
                {said(entry[title])}
              </h3>
              {subtitle ? (
                <p className="timeline-place" dir="auto">
                  {said(entry[subtitle])}
                </p>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
