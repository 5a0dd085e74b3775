import type { ReactNode } from 'react'
import type { SectionId } from '../../model/sections/sections.ts'
import { useMarks } from '../page/marks.ts'
import { useWords } from '../page/words.ts'

interface Props {
  id: SectionId
  /** The number of entries, set small after the title. */
  count?: number
  children?: ReactNode
}

/** A section's title line. Controls that belong next to it, such as the portfolio's filters, are its children. */
export const SectionHeading = ({ id, count, children }: Props) => (
  <header className="heading">
    <h2 id={`${id}-title`} className="heading-title" {...useMarks().setting('sections')}>
      {useWords().sections[id].title}
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
