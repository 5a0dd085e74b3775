import type { Content, PublishedEntry } from '../../../model/publishing/published-content.ts'
import { type Category, defaultCategories } from '../../../model/settings/categories.ts'
import type { Words } from '../../../model/words/words.ts'

type Project = PublishedEntry<'projects'>

/** The slug of one of the owner's categories, or `all`. */
export type Filter = string

/** A filter of the portfolio with its projects, in the owner's order. */
interface Group {
  filter: Filter
  label: string
  projects: readonly Project[]
}

/** The label that the owner chose; those of the specification are the page's own words until then. */
const labelOf = ({ id, label }: Category, { portfolio }: Words): string => {
  const own = defaultCategories.find((one) => one.id === id && one.label === label)
  return own ? portfolio[own.id] : label
}

export const projectsIn = <P extends Pick<Project, 'categories'>>(
  projects: readonly P[],
  category: Category,
): readonly P[] => projects.filter(({ categories }) => categories.includes(category.id))

/** All projects, and then those of each category. A project without a category is in the first group only. */
export const groupsOf = (
  { projects, settings }: Pick<Content, 'projects' | 'settings'>,
  words: Words,
): [Group, ...Group[]] => [
  { filter: 'all', label: words.portfolio.all, projects },
  ...settings.categories.map((category) => ({
    filter: category.slug,
    label: labelOf(category, words),
    projects: projectsIn(projects, category),
  })),
]

/** A project's categories as the page names them, the main one first. One that the owner has deleted is left out. */
export const categoriesOf = (
  { categories }: Pick<Project, 'categories'>,
  settings: Content['settings'],
  words: Words,
): { slug: string; label: string }[] =>
  categories.flatMap((id) => {
    const category = settings.categories.find((one) => one.id === id)
    return category ? [{ slug: category.slug, label: labelOf(category, words) }] : []
  })
