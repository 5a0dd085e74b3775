import type { PublishedImage } from '../../../model/media/published-image.ts'
import type { Content, PublishedEntry } from '../../../model/publishing/published-content.ts'
import type { Words } from '../../../model/words/words.ts'
import type { Renderer } from '../../markup/renderer.ts'
import { bento, pairs, type Span } from './bento.ts'
import { cardImage } from './card-image.ts'
import { categoriesOf, type Filter, groupsOf } from './filters.ts'
import { IndexRow } from './index-row.tsx'
import { firstFigure, layoutOf } from './layout.ts'
import { type Place, ProjectCard } from './project-card.tsx'
import { shownProjects } from './shown-projects.ts'

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

const indexRow = (project: Project, content: Content, words: Words) => ({
  project: rowProject(project),
  categories: categoriesOf(project, content.settings, words),
  summary: project.summary,
  language: content.settings.language,
  figure: firstFigure(project),
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
export const cardsUnder = (filter: Filter, content: Content, renderer: Renderer): string => {
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
    .map((project) => {
      const slugs = categoriesOf(project, content.settings, words).map(({ slug }) => slug)
      const places = layout === 'tiles' ? { places: tile(project, slugs) } : {}
      const card =
        layout === 'index'
          ? renderer.html('row', IndexRow, indexRow(project, content, words))
          : renderer.html('card', ProjectCard, { ...rowCard(project, content, words), ...places })
      return filter === 'all' || slugs.includes(filter) ? card : card.replace('<li ', '<li hidden ')
    })
    .join('')
}

/** The cards of one page of a list. */
export const listedCards = (projects: readonly Project[], content: Content, renderer: Renderer): string => {
  const { words } = renderer
  const layout = layoutOf(content)
  if (layout === 'index')
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
