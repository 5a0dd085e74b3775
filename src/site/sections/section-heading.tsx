import type { ReactNode } from 'react'
import type { SectionId } from '../../model/sections/sections.ts'
import { useMarks } from '../markup/marks.ts'
import { useWords } from '../markup/words.ts'

interface Props {
  id: SectionId
  /** The number of entries. */
  count?: number
  children?: ReactNode
}

/** Text in the display font, in which a `t` before an `f` would run into it. */
export const Opened = ({ text }: { text: string }) =>
  text.split(/(t(?=f))/).map((part, at) =>
    part === 't' && at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which come and go together.
      <span key={at} className="open-pair">
        t
      </span>
    ) : (
      part
    ),
  )

/** The number of entries, set small after a title; one alone is not counted. */
export const Count = ({ of: count }: { of: number }) =>
  count > 1 ? (
    <>
      {' '}
      <span className="heading-count">{count}</span>
    </>
  ) : null

/** A section's title line. Controls that belong next to it, such as the portfolio's filters, are its children. */
export const SectionHeading = ({ id, count = 0, children }: Props) => (
  <header className="heading">
    <h2 id={`${id}-title`} className="heading-title" {...useMarks().setting('sections')}>
      <Opened text={useWords().sections[id].title} />
      <Count of={count} />
    </h2>
    {children}
  </header>
)
