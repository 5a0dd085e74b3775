import type { ReactNode } from 'react'
import { escapeHtml } from '../../model/escape-html.ts'
import { deferredPage, type Page } from '../../model/publishing/page.ts'
import { facetsOf, twinPath } from '../../model/publishing/page-paths.ts'
import { type Content, imageIn, isVisible, type PublishedEntry } from '../../model/publishing/published-content.ts'
import { filled } from '../../model/words/template.ts'
import { homeCard } from '../cards/share-cards.ts'
import { linkImageOf, type SiteAssets } from '../markup/head.ts'
import { dataBlock, type JsonLd } from '../markup/json-ld.ts'
import { countPages, entriesOn, hasWall, pagePath, stepsFrom } from '../markup/paging.ts'
import { fill, inside, type Renderer, slot } from '../markup/renderer.ts'
import { useWords } from '../markup/words.ts'
import { listedCards } from '../sections/portfolio.tsx'
import { groupsOf, isLong, type Layout, layoutClass, layoutOf, listPath } from '../sections/portfolio-layout.ts'
import { Opened } from '../sections/section.tsx'
import { TestimonialSlide } from '../sections/testimonials.tsx'
import { workOf } from '../sections/work.ts'
import { breadcrumbs, documentPage, moved, pageTitle } from './document.ts'
import type { Frame } from './frame.tsx'
import { shownImages } from './shown-images.ts'

interface ListingLink {
  href: string
  label: string
  count: number
  current: boolean
}

/** Filters of one kind; those without a name stand in the open. */
interface ListingFilters {
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
  /** A sentence below the title. */
  note: string
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
const Listing = ({ title, count, filters, page, pages, previous, next, back, note, layout }: Props) => {
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
      {note ? <p className="testimonials-selection">{note}</p> : null}
      {filters.length > 0 ? (
        <nav className="facets" aria-label={portfolio.filter}>
          {filters.map((one) => (
            <Filters key={one.name ?? ''} {...one} />
          ))}
        </nav>
      ) : null}
      {layout ? (
        <ul className={layoutClass(layout)} data-portfolio="" {...inside(slot)} />
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

type Listed = PublishedEntry<'projects'> | PublishedEntry<'testimonials'>

interface List<E extends Listed> {
  kind: 'projects' | 'testimonials'
  path: string
  title: string
  entries: readonly E[]
  filters: readonly ListingFilters[]
  /** The number of the first page that is made here; the page before it is another's. */
  from: 1 | 2
  back: { href: string; label: string }
  entry(shown: readonly E[]): string
  data(entry: E): JsonLd[]
}

const steps = (previous: string | null, next: string | null) =>
  (previous === null ? '' : `<link rel="prev" href="${escapeHtml(previous)}">`) +
  (next === null ? '' : `<link rel="next" href="${escapeHtml(next)}">`)

/** The further pages of the portfolio and of its categories, the archive by category, year and tag, and the testimonials. */
export function* listingPages(content: Content, renderer: Renderer, frame: Frame, assets: SiteAssets): Generator<Page> {
  const { settings, projects, testimonials } = content
  const { words, uncached } = renderer
  const onPage = isVisible(content, 'portfolio')
  const back = onPage
    ? { href: '/#portfolio', label: words.sections.portfolio.name }
    : { href: '/', label: words.sections.home.name }

  /** A further page of the one page has no way to it but that one. */
  const wayTo = (path: string, name: string): JsonLd[] => {
    if (path === '/') return []
    const archive = path.startsWith('/projects/') ? [{ name: words.lists.archive, path: '/projects' }] : []
    return [breadcrumbs(settings, assets.publicUrl, ...archive, { name, path })]
  }

  function* pagesOf<E extends Listed>(list: List<E>): Generator<Page> {
    const pages = countPages(list.entries.length)
    for (let page: number = list.from; page <= pages; page += 1) {
      const path = pagePath(list.path, page)
      yield deferredPage(path, () => {
        const shown = entriesOn(list.entries, page)
        const { previous, next } = stepsFrom(list.path, page, pages)
        const { title, filters, kind, entries } = list
        const back = page > 1 && list.from === 2 ? { ...list.back, href: list.path } : list.back
        const layout = kind === 'projects' ? layoutOf(content) : undefined
        const note = kind === 'testimonials' && content.selection ? words.ask.selection : ''
        const props = { title, filters, layout, back, note, count: entries.length, page, pages, previous, next }
        const number = page > 1 ? [String(page)] : []
        return documentPage(
          {
            path,
            head: {
              title: pageTitle([title, ...number].join(' – '), settings.name),
              description: settings.description,
              canonical: path,
              image: linkImageOf(content),
              card: homeCard(content, assets),
              // A twin has all entries of the list; that of the one page has the first only.
              twin: twinPath(list.path === '/' ? '/all' : list.path),
              extra: steps(previous, next),
            },
            ...frame,
            main: fill(uncached(Listing, props), list.entry(shown)),
            images: shownImages(content, shown),
            data: dataBlock([...shown.flatMap((one) => list.data(one)), ...wayTo(list.path, title)]),
          },
          settings,
          words,
          assets,
        )
      })
    }
  }

  const ofProjects = (
    list: Pick<List<PublishedEntry<'projects'>>, 'path' | 'title' | 'entries' | 'filters' | 'from'>,
  ) =>
    pagesOf({
      ...list,
      kind: 'projects',
      back,
      entry: (shown) => listedCards(shown, content, renderer),
      data: (project) => [workOf(project, content, assets.publicUrl, words)],
    })

  const groups = groupsOf(content, words)
  if (onPage && isLong(content))
    for (const { filter, label, projects: entries } of groups) {
      const links = groups
        .filter((group) => group.projects.length > 0)
        .map((group) => ({
          href: `/${group.filter}`,
          label: group.label,
          count: group.projects.length,
          current: group.filter === filter,
        }))
      const title = filter === 'all' ? words.sections.portfolio.title : label
      yield* ofProjects({ path: listPath(filter), title, entries, filters: [{ links }], from: 2 })
    }

  const facets = facetsOf(projects, settings.categories)
  const names = { category: words.lists.category, year: words.project.year, tag: words.lists.tag }
  const labelOf = ({ kind, label, path }: (typeof facets)[number]) =>
    kind === 'category' ? (groups.find(({ filter }) => path.endsWith(`/${filter}`))?.label ?? label) : label
  const filtersAt = (path: string): ListingFilters[] => [
    {
      links: [{ href: '/projects', label: words.portfolio.all, count: projects.length, current: path === '/projects' }],
    },
    ...(['category', 'year', 'tag'] as const).flatMap((kind) => {
      const links = facets
        .filter((one) => one.kind === kind)
        .map((one) => ({
          href: one.path,
          label: labelOf(one),
          count: one.projects.length,
          current: one.path === path,
        }))
      return links.length > 0 ? [{ name: names[kind], links }] : []
    }),
  ]
  const archive = [
    { path: '/projects', title: words.lists.archive, entries: projects as readonly PublishedEntry<'projects'>[] },
  ]
  const filtered = facets.map((one) => ({ path: one.path, title: labelOf(one), entries: one.projects }))
  for (const one of [...archive, ...filtered]) yield* ofProjects({ ...one, filters: filtersAt(one.path), from: 1 })

  if (hasWall(content))
    yield* pagesOf({
      kind: 'testimonials',
      path: '/testimonials',
      title: words.testimonials.title,
      entries: testimonials,
      filters: [],
      from: 1,
      back: { href: '/#testimonial', label: words.sections.testimonial.name },
      entry: (shown) =>
        shown
          .map((entry) => uncached(TestimonialSlide, { entry, portrait: imageIn(content.media, entry.image) }))
          .join(''),
      data: () => [],
    })
  else yield moved('/testimonials', '/#testimonial', words)
}
