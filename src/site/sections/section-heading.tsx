import type { ReactNode } from 'react'

interface Props {
  id: string
  title: string
  /** How many there are, set small beside the title. */
  count?: number
  children?: ReactNode
}

/** A section's title line; what belongs beside it (the portfolio's filters) comes as children. */
export const SectionHeading = ({ id, title, count, children }: Props) => (
  <header className="heading">
    <h2 id={`${id}-title`} className="heading-title">
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
