import type { MarkAttributes } from '../../page/marks.ts'

interface Item {
  id: string
  from: string
  to: string
  title: string
  place: string
  text: string
  marks: Record<'item' | 'years' | 'title' | 'place' | 'text', MarkAttributes>
}

const years = ({ from, to }: Item) => (from === to || to === '' ? from : `${from} – ${to}`)

/** Stations with their years, in the owner's order. */
export const Timeline = ({ title, items }: { title: string; items: Item[] }) =>
  items.length === 0 ? null : (
    <div className="resume-part">
      <h3 className="resume-part-title">{title}</h3>
      <ol className="timeline-items">
        {items.map((item) => (
          <li key={item.id} className="timeline-item" {...item.marks.item}>
            <p className="timeline-years" dir="auto" {...item.marks.years}>
              {years(item)}
            </p>
            <div>
              <h4 className="timeline-name" dir="auto" {...item.marks.title}>
                {item.title}
              </h4>
              <p className="timeline-place" dir="auto" {...item.marks.place}>
                {item.place}
              </p>
              <p className="timeline-text" dir="auto" {...item.marks.text}>
                {item.text}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
