import type { PublishedImage as ImageData, PublishedImage } from '../../model/media/published-image.ts'
import type { Content, PublishedEntry } from '../../model/publishing/published-content.ts'
import { filled } from '../../model/words/template.ts'
import type { Words } from '../../model/words/words.ts'
import { type Figure, FigureValue } from '../blocks/blocks.tsx'
import { Image, imageClass, ratioOf } from '../markup/image.tsx'
import { useMarks } from '../markup/marks.ts'
import { countPages, stepsFrom } from '../markup/paging.ts'
import { fill, inside, type Renderer, slot } from '../markup/renderer.ts'
import { useWords } from '../markup/words.ts'
import { bento, pairs, type Span } from './bento.ts'
import {
  cardImage,
  categoriesOf,
  type Filter,
  firstFigure,
  firstSentence,
  groupsOf,
  isLong,
  type Layout,
  layoutClass,
  layoutOf,
  listPath,
  shownProjects,
} from './portfolio-layout.ts'
import { defineSection, SectionHeading } from './section.tsx'

interface Props {
  project: Pick<PublishedEntry<'projects'>, 'id' | 'title' | 'slug' | 'year' | 'client'>
  categories: { slug: string; label: string }[]
  summary: string
  language: string
  figure: Figure | undefined
  image: ImageData | undefined
  /** True where a theme may show the image large. */
  large: boolean
}

/** The smaller number as a share of the larger, which some themes show; nothing where one of them is no number. */
const Gauge = ({ figure: { before, value } }: { figure: Figure }) => {
  const change = Number(value) / Number(before)
  return change > 0 && change < Number.POSITIVE_INFINITY ? (
    <svg className="gauge" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect width={Math.max(1, Math.round(100 * Math.min(change, 1 / change)))} height="1" />
    </svg>
  ) : null
}

const FigureLine = ({ figure }: { figure: Figure }) => (
  <span className="figure-line">
    <span className="figure-line-value">
      <FigureValue figure={figure} />
    </span>{' '}
    <Gauge figure={figure} />
    <span className="figure-line-label" dir="auto">
      {figure.label}
    </span>
  </span>
)

/** One project of the index: what was made, when, for whom, and what came of it, in words. */
const IndexRow = ({ project, categories, summary, language, figure, image, large }: Props) => {
  const { id, title, slug, year, client } = project
  const mark = useMarks().entry('projects', id)
  const { page } = useWords()
  const sentence = firstSentence(summary, language)
  const whose = (
    <span className="index-client" dir="auto" {...mark('client', 'categories')}>
      {client || categories.map(({ label }) => label).join(page.separator)}
    </span>
  )
  return (
    <li className="index-row" data-category={categories.map((one) => one.slug).join(' ')} {...mark()}>
      <a className="index-link" href={`/projects/${slug}`} data-project="">
        <span className="index-year" {...mark('year')}>
          {year ?? ''}
        </span>{' '}
        <span className="index-name">
          <span className="card-title" dir="auto" {...mark('title')}>
            {title}
          </span>{' '}
          {sentence ? whose : null}
        </span>{' '}
        <span className="index-sentence" dir="auto" {...mark('summary')}>
          {sentence || whose}
        </span>{' '}
        {figure ? <FigureLine figure={figure} /> : null}
        {image ? (
          <span className="index-image" data-transition={`project-${slug}`} {...mark('image', 'cover')}>
            <Image image={image} sizes={large ? '(min-width: 56rem) 47rem, 94vw' : '10rem'} alt="" />
          </span>
        ) : null}
      </a>
    </li>
  )
}

/** The size of a card among others: its span in four columns, and whether it takes both of two. */
interface Place {
  span: Span
  wide: boolean
}

interface Places {
  /** Among all projects. */
  all: Place
  /** Under the current filter, or else among those of its main category. */
  own: Place
  /** Under each of its categories, when there are several. */
  others: [Filter, Place][]
}

interface PlaceProps {
  project: Pick<PublishedEntry<'projects'>, 'id' | 'title' | 'slug' | 'size'>
  categories: { slug: string; label: string }[]
  image: ImageData | undefined
  /** What its card shows in place of an image. */
  said: { figure: Figure | undefined; summary: string } | undefined
  /** Its places among tiles; undefined in a row, where its ratio decides. */
  places?: Places
}

const allClasses = ({ span, wide }: Place) => [`aw${span.columns} ah${span.rows}`, wide ? 'a-wide' : '']
const ownClasses = ({ span, wide }: Place) => [`ow${span.columns} oh${span.rows}`, wide ? 'o-wide' : '']

const tileClasses = ({ all, own }: Places) => {
  const [allSpan, allWide] = allClasses(all)
  const [ownSpan, ownWide] = ownClasses(own)
  return [allSpan, ownSpan, allWide, ownWide]
}

// Of the widths a card can have, the larger one is requested; an image much wider than its tile has to be as tall.
const tileSizes = ({ all, own }: Places, image: ImageData) => {
  const most = (part: keyof Span) => Math.max(all.span[part], own.span[part])
  const ratio = ratioOf(image)
  const large = 18 * Math.max(most('columns'), most('rows') * ratio)
  const narrow = (all.wide || own.wide ? 94 : 46) * Math.max(1, ratio / 1.6)
  return `(min-width: 64rem) ${Math.ceil(large)}rem, ${Math.ceil(narrow)}vw`
}

const rowSizes = (image: ImageData) => `min(94vw, ${Math.ceil(26 * ratioOf(image))}rem)`

/** What stands for an image: the first number of the case study, else its summary, else a letter. */
const CardWords = ({ title, said }: { title: string } & Pick<PlaceProps, 'said'>) =>
  said?.figure || said?.summary ? (
    <span className="card-words">
      {said.figure ? (
        <FigureLine figure={said.figure} />
      ) : (
        <span className="card-summary" dir="auto">
          {said.summary}
        </span>
      )}
    </span>
  ) : (
    <span className="card-initial" aria-hidden="true">
      {[...title][0]}
    </span>
  )

/** One project of the portfolio: image first, title and category on a line below. */
const ProjectCard = ({ project, categories, image, said, places }: PlaceProps) => {
  const mark = useMarks().entry('projects', project.id)
  const { page } = useWords()
  const classes = ['card', ...(places ? tileClasses(places) : [image && imageClass(image)])]
  const others = places?.others ?? []
  return (
    <li
      className={classes.filter(Boolean).join(' ')}
      data-category={categories.map(({ slug }) => slug).join(' ')}
      data-places={
        others.length > 0
          ? others.map(([filter, place]) => [filter, ...ownClasses(place)].join(' ').trim()).join(', ')
          : undefined
      }
      data-size={project.size}
      {...mark()}
    >
      <a className="card-link" href={`/projects/${project.slug}`} data-project="">
        <span className="card-image" data-transition={`project-${project.slug}`} {...mark('image', 'cover')}>
          {image ? (
            <Image image={image} sizes={places ? tileSizes(places, image) : rowSizes(image)} widest={1800} alt="" />
          ) : (
            <CardWords title={project.title} said={said} />
          )}
        </span>
        <span className="card-line">
          <span className="card-title" dir="auto" {...mark('title')}>
            {project.title}
          </span>{' '}
          <span className="card-category" {...mark('categories')}>
            {categories.map(({ label }) => label).join(page.separator)}
          </span>
        </span>
      </a>
    </li>
  )
}

type Project = PublishedEntry<'projects'>

/** The place of each of these projects among them, by id. */
const placesOf = (projects: readonly Project[]): ReadonlyMap<string, Place> => {
  const sizes = projects.map(({ size }) => size)
  const spans = bento(sizes)
  const wide = pairs(sizes)
  return new Map(projects.map(({ id }, at) => [id, { span: spans[at] as Span, wide: wide[at] === true }]))
}

/** The part of a project that its card shows: a change to its text leaves the card alone. */
const cardProject = ({ id, order, title, slug, size }: Project) => ({ id, order, title, slug, size })
const rowProject = ({ id, order, title, slug, year, client }: Project) => ({ id, order, title, slug, year, client })

/** What stands for a project without an image. */
const saidOf = (project: Project, image: PublishedImage | undefined) =>
  image ? undefined : { figure: firstFigure(project), summary: project.summary }

const isIndex = (layout: Layout): boolean => layout === 'index' || layout === 'catalogue'

const indexRow = (project: Project, content: Content, words: Words, large = false) => ({
  project: rowProject(project),
  categories: categoriesOf(project, content.settings, words),
  summary: project.summary,
  language: content.settings.language,
  figure: firstFigure(project),
  image: layoutOf(content) === 'catalogue' ? cardImage(project, content.media) : undefined,
  large,
})

const rowCard = (project: Project, content: Content, words: Words) => {
  const image = cardImage(project, content.media)
  return {
    project: cardProject(project),
    categories: categoriesOf(project, content.settings, words),
    image,
    said: saidOf(project, image),
  }
}

/** The cards of the one page under a filter; those of other categories are hidden. */
const cardsUnder = (filter: Filter, content: Content, renderer: Renderer): string => {
  const { words } = renderer
  const projects = shownProjects(content, filter)
  const layout = layoutOf(content)
  const groups = groupsOf({ ...content, projects: [...projects] }, words)
  const places = new Map(layout === 'tiles' ? groups.map((group) => [group.filter, placesOf(group.projects)]) : [])
  const placeOf = (under: Filter, id: string) => {
    const place = places.get(under)?.get(id)
    if (!place) throw new Error(`There is no place for ${id} under ${under}.`)
    return place
  }
  const tile = (project: Project, slugs: string[]) => {
    const all = placeOf('all', project.id)
    const own = slugs.map((one): [Filter, Place] => [one, placeOf(one, project.id)])
    const [, current = all] = own.find(([one]) => one === filter) ?? own[0] ?? []
    return { all, own: current, others: own.length > 1 ? own : [] }
  }
  return projects
    .map((project, index) => {
      const slugs = categoriesOf(project, content.settings, words).map(({ slug }) => slug)
      const places = layout === 'tiles' ? { places: tile(project, slugs) } : {}
      const card = isIndex(layout)
        ? renderer.html('row', IndexRow, indexRow(project, content, words, index < 2))
        : renderer.html('card', ProjectCard, { ...rowCard(project, content, words), ...places })
      return filter === 'all' || slugs.includes(filter) ? card : card.replace('<li ', '<li hidden ')
    })
    .join('')
}

/** The cards of one page of a list. */
export const listedCards = (projects: readonly Project[], content: Content, renderer: Renderer): string => {
  const { words } = renderer
  const layout = layoutOf(content)
  if (isIndex(layout))
    return projects.map((project) => renderer.uncached(IndexRow, indexRow(project, content, words))).join('')
  const places = layout === 'tiles' ? placesOf(projects) : undefined
  return projects
    .map((project) => {
      const place = places?.get(project.id)
      const row = rowCard(project, content, words)
      return renderer.uncached(ProjectCard, place ? { ...row, places: { all: place, own: place, others: [] } } : row)
    })
    .join('')
}

interface Counted {
  filter: Filter
  label: string
  count: number
}

interface PortfolioProps {
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
const Portfolio = ({ filters, current, landing, more, archive, layout }: PortfolioProps) => {
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
      <ul className={layoutClass(layout)} data-portfolio="" {...inside(slot)} />
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

export const portfolio = defineSection('portfolio', {
  settings: ['categories', 'portfolioLayout'],
  html: (content, renderer) => {
    const filters = groupsOf(content, renderer.words).map(({ filter, label, projects }) => ({
      filter,
      label,
      count: projects.length,
    }))
    const long = isLong(content)
    const layout = layoutOf(content)
    return ({ filter, landing }) => {
      const { count = 0 } = filters.find((one) => one.filter === filter) ?? {}
      const more = long ? stepsFrom(listPath(filter), 1, countPages(count)).next : null
      const props = { filters, current: filter, landing, more, archive: long, layout }
      return fill(renderer.html('portfolio', Portfolio, props), cardsUnder(filter, content, renderer))
    }
  },
})
