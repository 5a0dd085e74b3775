import { inside, slot } from '../../page/markup.ts'
import { SectionHeading } from '../section-heading.tsx'
import { type Filter, filterLabel, filters } from './filters.ts'

interface Props {
  counts: Record<Filter, number>
  current: Filter
  /** True at a filter's own URL: the page opens at the filters instead of at its top. */
  landing: boolean
}

/** The filters with projects; the current one stays, since its URL is valid without any. */
const offered = (counts: Props['counts'], current: Filter) =>
  filters.filter((filter) => counts[filter] > 0 || filter === current)

/** Filters that are links, and the grid with a slot for its cards. */
export const Portfolio = ({ counts, current, landing }: Props) => (
  <section id="portfolio" className="section portfolio" aria-labelledby="portfolio-title">
    <SectionHeading id="portfolio">
      <nav className="filters" aria-label="Filter projects" data-filters="">
        {offered(counts, current).map((filter) => (
          <a
            key={filter}
            className="filter"
            href={`/${filter}`}
            data-filter={filter}
            {...(filter === current ? { 'aria-current': 'page' as const, autoFocus: landing } : {})}
          >
            {filterLabel(filter)} <span className="filter-count">{counts[filter]}</span>
          </a>
        ))}
      </nav>
    </SectionHeading>
    <ul className="bento" data-portfolio="" {...inside(slot)} />
    {counts[current] === 0 ? (
      <p className="bento-empty">
        Nothing under {filterLabel(current)} yet. <a href="/all">See all projects</a>
      </p>
    ) : null}
  </section>
)
