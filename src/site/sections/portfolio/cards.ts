import type { Content, PublishedEntry } from '../../../model/content/published-content.ts'
import type { Renderer } from '../../page/renderer.ts'
import { bento, pairs, type Span } from './bento.ts'
import { cardImage } from './card-image.ts'
import { categoriesOf, type Filter, groupsOf } from './filters.ts'
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

/** The cards of the one page under a filter; those of other categories are hidden. */
export const cardsUnder = (filter: Filter, content: Content, renderer: Renderer): string => {
  const { words } = renderer
  const projects = shownProjects(content, filter)
  const groups = groupsOf({ ...content, projects: [...projects] }, words)
  const places = new Map(groups.map((group) => [group.filter, placesOf(group.projects)]))
  const placeOf = (under: Filter, id: string) => {
    const place = places.get(under)?.get(id)
    if (!place) throw new Error(`There is no place for ${id} under ${under}.`)
    return place
  }
  return projects
    .map((project) => {
      const categories = categoriesOf(project, content.settings, words)
      const slugs = categories.map(({ slug }) => slug)
      const all = placeOf('all', project.id)
      const own = slugs.map((one): [Filter, Place] => [one, placeOf(one, project.id)])
      const [, current = all] = own.find(([one]) => one === filter) ?? own[0] ?? []
      const card = renderer.html('card', ProjectCard, {
        project: cardProject(project),
        categories,
        image: cardImage(project, content.media),
        all,
        own: current,
        others: own.length > 1 ? own : [],
      })
      return filter === 'all' || slugs.includes(filter) ? card : card.replace('<li ', '<li hidden ')
    })
    .join('')
}

/** The cards of one page of a list. */
export const listedCards = (projects: readonly Project[], content: Content, renderer: Renderer): string => {
  const places = placesOf(projects)
  return projects
    .map((project) => {
      const place = places.get(project.id) as Place
      return renderer.uncached(ProjectCard, {
        project: cardProject(project),
        categories: categoriesOf(project, content.settings, renderer.words),
        image: cardImage(project, content.media),
        all: place,
        own: place,
        others: [],
      })
    })
    .join('')
}
