import type { ReactNode } from 'react'
import { filled } from '../../../model/words/template.ts'
import { inside, slot } from '../../markup/renderer.ts'
import { useWords } from '../../markup/words.ts'
import type { Layout } from '../../sections/portfolio/layout.ts'
import { Opened } from '../../sections/section-heading.tsx'

interface ListingLink {
  href: string
  label: string
  count: number
  current: boolean
}

/** Filters of one kind; those without a name stand in the open. */
export interface ListingFilters {
  name?: string
  links: readonly ListingLink[]
}

interface Props {
  title: string
  count: number
  filters: readonly ListingFilters[]
  page: number
  pages: number
  previous: string | null
  next: string | null
  /** Link back. */
  back: { href: string; label: string }
  /** How its projects look; undefined for testimonials. */
  layout: Layout | undefined
}

const Links = ({ links }: Pick<ListingFilters, 'links'>) => (
  <div className="filters">
    {links.map(({ href, label, count, current }) => (
      <a key={href} className="filter" href={href} aria-current={current ? 'page' : undefined}>
        <bdi>{label}</bdi> <span className="filter-count">{count}</span>
      </a>
    ))}
  </div>
)

const Filters = ({ name, links }: ListingFilters): ReactNode =>
  name === undefined ? (
    <Links links={links} />
  ) : (
    <details className="facet" open={links.some(({ current }) => current)}>
      <summary>{name}</summary>
      <Links links={links} />
    </details>
  )

/** One page of a long list, with a slot for its entries. */
export const Listing = ({ title, count, filters, page, pages, previous, next, back, layout }: Props) => {
  const { lists, portfolio } = useWords()
  return (
    <section className={`section listing ${layout ? 'portfolio' : ''}`} aria-labelledby="listing-title">
      <p className="project-back">
        <a className="arrow-link" href={back.href}>
          <span aria-hidden="true">←</span>
          {back.label}
        </a>
      </p>
      <header className="heading">
        <h1 id="listing-title" className="heading-title" dir="auto">
          <Opened text={title} /> <span className="heading-count">{count}</span>
        </h1>
      </header>
      {filters.length > 0 ? (
        <nav className="facets" aria-label={portfolio.filter}>
          {filters.map((one) => (
            <Filters key={one.name ?? ''} {...one} />
          ))}
        </nav>
      ) : null}
      {layout ? (
        <ul className={layout} data-portfolio="" {...inside(slot)} />
      ) : (
        <ul className="slides-all" {...inside(slot)} />
      )}
      {pages > 1 ? (
        <nav className="pager" aria-label={lists.pages} data-pager="">
          {previous === null ? (
            <span />
          ) : (
            <a href={previous} rel="prev">
              {lists.previous}
            </a>
          )}
          <span>{filled(lists.page, { n: page, pages })}</span>
          {next === null ? (
            <span />
          ) : (
            <a href={next} rel="next" data-more={layout ? '' : undefined}>
              {lists.more}
            </a>
          )}
        </nav>
      ) : null}
    </section>
  )
}
