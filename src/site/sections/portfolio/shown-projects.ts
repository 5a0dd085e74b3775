import type { Content, PublishedEntry } from '../../../model/publishing/published-content.ts'
import { perPage } from '../../markup/paging.ts'
import { type Filter, projectsIn } from './filters.ts'

/** True when the one page shows the first projects only. */
export const isLong = ({ projects }: Pick<Content, 'projects'>): boolean => projects.length > perPage

/** The projects in the one page under a filter: all of them, hidden or not, or the first ones that match. */
export const shownProjects = (content: Content, filter: Filter): readonly PublishedEntry<'projects'>[] => {
  if (!isLong(content)) return content.projects
  const category = content.settings.categories.find(({ slug }) => slug === filter)
  return (category ? projectsIn(content.projects, category) : content.projects).slice(0, perPage)
}

/** The address of a filter's list; that of all projects is the page itself. */
export const listPath = (filter: Filter): string => (filter === 'all' ? '/' : `/${filter}`)

/** The address under which search engines know a filter's page: while the page shows all projects, it is the same one. */
export const canonicalOf = (content: Content, filter: Filter): string => (isLong(content) ? listPath(filter) : '/')
