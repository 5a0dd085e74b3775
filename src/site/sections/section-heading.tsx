import type { ReactNode } from 'react'
import { type SectionId, sections } from '../../model/sections/sections.ts'
import { useMarks } from '../page/marks.ts'

interface Props {
  id: SectionId
  /** By default the section's label. */
  title?: string
  /** The number of entries, set small after the title. */
  count?: number
  children?: ReactNode
}

/** A section's title line. Controls that belong next to it, such as the portfolio's filters, are its children. */
export const SectionHeading = ({ id, title = sections[id].label, count, children }: Props) => (
  <header className="heading">
    <h2 id={`${id}-title`} className="heading-title" {...useMarks().setting('sections')}>
      {title}
      {count !== undefined && count > 1 ? (
        <>
          {' '}
          <span className="heading-count">{count}</span>
        </>
      ) : null}
    </h2>
    {children}
  </header>
)
