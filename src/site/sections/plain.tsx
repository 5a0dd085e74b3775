import { type CollectionName, collections } from '../../model/content/collections.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import type { FieldKind } from '../../model/fields/fields.ts'
import type { PlainSectionId, SectionId } from '../../model/sections/sections.ts'
import { useMarks } from '../markup/marks.ts'
import { defineSection, type Section, SectionHeading } from './section.tsx'

type PlainEntry = { id: string } & Record<string, unknown>

interface Props {
  id: SectionId & CollectionName
  entries: PlainEntry[]
  /** The names of the fields that are shown. */
  shown: { title: string; subtitle?: string | undefined; number?: string | undefined; link?: string | undefined }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** Titles with their links, subtitles and numbers in a ruled list: for a collection without its own design. */
const EntryList = ({ id, entries, shown: { title, subtitle, number, link } }: Props) => {
  const marks = useMarks()
  return (
    <section id={id} className="section" aria-labelledby={`${id}-title`}>
      <SectionHeading id={id} count={entries.length} />
      <ul className="timeline-items">
        {entries.map((entry) => {
          const url = link ? textOf(entry[link]) : ''
          const mark = marks.entry(id, entry.id) as (...fields: string[]) => object
          return (
            <li key={entry.id} className="timeline-item" {...mark()}>
              <p className="timeline-years" {...(number ? mark(number) : {})}>
                {number ? textOf(entry[number]) : ''}
              </p>
              <div>
                <h3 className="timeline-name" dir="auto" {...mark(title)}>
                  {url === '' ? (
                    textOf(entry[title])
                  ) : (
                    <a href={url} {...mark(link ?? '')}>
                      {textOf(entry[title])}
                    </a>
                  )}
                </h3>
                {subtitle ? (
                  <p className="timeline-place" dir="auto" {...mark(subtitle)}>
                    {textOf(entry[subtitle])}
                  </p>
                ) : null}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The section of a collection that no other section shows. */
export const plainSection = (name: PlainSectionId): Section => {
  const { fields, preview } = collections[name] as Collection
  const firstOf = (kind: FieldKind) => Object.keys(fields).find((field) => fields[field]?.kind === kind)
  const [number, link] = [firstOf('integer'), firstOf('url')]
  return defineSection(name, {
    html: (content, renderer) => {
      const entries: PlainEntry[] = content[name]
      return renderer.html('list', EntryList, { id: name, entries, shown: { ...preview, number, link } })
    },
  })
}
