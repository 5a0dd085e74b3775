import type { Content } from '../../../model/content/published-content.ts'
import type { Page } from '../../../model/publishing/page.ts'
import { moved } from '../moved.ts'

const pathOf = (slug: string) => `/projects/${slug}`

/** Redirects from addresses that projects had before. One that another project has by now is that project's. */
export const formerProjectPages = ({ projects, redirects = [] }: Content): Page[] => {
  const taken = new Set(projects.map(({ slug }) => slug))
  return redirects
    .filter(({ collection, from, to }) => collection === 'projects' && !taken.has(from) && taken.has(to))
    .map(({ from, to }) => moved(pathOf(from), pathOf(to)))
}
