import { Fragment } from 'react'
import type { MarkAttributes } from '../../markup/marks.ts'

/** Text that may lead somewhere. */
export interface Linked {
  text: string
  url?: string
}

export interface TimelineItem {
  id: string
  from: string
  to: string
  title: Linked
  /** Parts of the line under the title; empty ones are left out. */
  place: Linked[]
  text: string
  highlights: string[]
  marks: Record<'item' | 'years' | 'title' | 'place' | 'text' | 'highlights', MarkAttributes>
}

const years = ({ from, to }: TimelineItem) => (from === to || to === '' ? from : `${from} – ${to}`)

const LinkedText = ({ text, url }: Linked) => (url ? <a href={url}>{text}</a> : text)

const Place = ({ parts }: { parts: Linked[] }) => {
  const [first, ...others] = parts.filter(({ text }) => text !== '')
  if (!first || others.length === 0) return first ? <LinkedText {...first} /> : null
  return [first, ...others].map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have the same text.
    <Fragment key={index}>
      {index > 0 ? ' · ' : null}
      <bdi>
        <LinkedText {...part} />
      </bdi>
    </Fragment>
  ))
}

const Item = ({ item }: { item: TimelineItem }) => (
  <li className="timeline-item" {...item.marks.item}>
    {item.from === '' ? null : (
      <p className="timeline-years" dir="auto" {...item.marks.years}>
        {years(item)}
      </p>
    )}
    <div>
      <h4 className="timeline-name" dir="auto" {...item.marks.title}>
        <LinkedText {...item.title} />
      </h4>
      {item.place.some(({ text }) => text !== '') ? (
        <p className="timeline-place" dir="auto" {...item.marks.place}>
          <Place parts={item.place} />
        </p>
      ) : null}
      {item.text === '' ? null : (
        <p className="timeline-text" dir="auto" {...item.marks.text}>
          {item.text}
        </p>
      )}
      {item.highlights.length > 0 ? (
        <ul className="timeline-highlights" {...item.marks.highlights}>
          {item.highlights.map((line) => (
            <li key={line} dir="auto">
              {line}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  </li>
)

/** Stations with their years, in the owner's order. */
export const Timeline = ({ title, items }: { title: string; items: TimelineItem[] }) =>
  items.length === 0 ? null : (
    <div className="resume-part">
      <h3 className="resume-part-title">{title}</h3>
      <ol className="timeline-items">
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ol>
    </div>
  )
