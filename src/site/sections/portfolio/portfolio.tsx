import { filled } from '../../../model/words/template.ts'
import { inside, slot } from '../../markup/renderer.ts'
import { useWords } from '../../markup/words.ts'
import { SectionHeading } from '../section-heading.tsx'
import type { Filter } from './filters.ts'
import type { Layout } from './layout.ts'

interface Counted {
  filter: Filter
  label: string
  count: number
}

interface Props {
  filters: Counted[]
  current: Filter
  /** True at a filter's own URL: the page opens at the filters instead of at its top. */
  landing: boolean
  /** The address of the next projects; null when all are here. */
  more: string | null
  /** True when there are more projects than the page shows. */
  archive: boolean
  layout: Layout
}

/** The filters with projects; the current one stays, since its URL is valid without any. A single one filters nothing. */
const offered = (filters: Counted[], current: Filter) => {
  const some = filters.filter(({ filter, count }) => count > 0 || filter === current)
  return some.length > 1 ? some : []
}

/** Filters that are links, and the grid with a slot for its cards. */
export const Portfolio = ({ filters, current, landing, more, archive, layout }: Props) => {
  const { portfolio, lists } = useWords()
  const links = offered(filters, current)
  const here = filters.find(({ filter }) => filter === current)
  return (
    <section id="portfolio" className="section portfolio" aria-labelledby="portfolio-title">
      <SectionHeading id="portfolio">
        {links.length > 0 ? (
          <nav className="filters" aria-label={portfolio.filter} data-filters="">
            {links.map(({ filter, label, count }) => (
              <a
                key={filter}
                className="filter"
                href={`/${filter}`}
                data-filter={filter}
                {...(filter === current ? { 'aria-current': 'page' as const, autoFocus: landing } : {})}
              >
                {label} <span className="filter-count">{count}</span>
              </a>
            ))}
          </nav>
        ) : null}
      </SectionHeading>
      <ul className={layout} data-portfolio="" {...inside(slot)} />
      {here?.count === 0 ? (
        <p className="portfolio-empty">
          {filled(portfolio.empty, { filter: here.label })} <a href="/all">{portfolio.seeAll}</a>
        </p>
      ) : null}
      {archive ? (
        <p className="pager" data-pager="">
          {more === null ? null : (
            <a className="button-line" href={more} rel="next" data-more="">
              {lists.more}
            </a>
          )}
          <a href="/projects">{portfolio.seeAll}</a>
        </p>
      ) : null}
    </section>
  )
}
