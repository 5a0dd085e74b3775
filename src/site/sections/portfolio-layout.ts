import { localeOf } from '../../model/content/period.ts'
import type { PublishedImage } from '../../model/media/published-image.ts'
import { type Content, imageIn, type PublishedEntry } from '../../model/publishing/published-content.ts'
import { type Category, defaultCategories } from '../../model/settings/categories.ts'
import type { Words } from '../../model/words/words.ts'
import type { Figure } from '../blocks/blocks.tsx'
import { perPage } from '../markup/paging.ts'

/** The image of a project's card: its own, or the project's. */
export const cardImage = (
  { cover, image }: Pick<PublishedEntry<'projects'>, 'cover' | 'image'>,
  media: Content['media'],
): PublishedImage | undefined => imageIn(media, cover) ?? imageIn(media, image)

/** How a list of projects looks: tiles cut to sizes, rows of whole images, an index of words, or one with images. */
export type Layout = 'tiles' | 'rows' | 'index' | 'catalogue'

/** The owner's choice. Without one, an index where fewer than half of the projects have an image, else tiles. */
export const layoutOf = ({ projects, settings, media }: Content): Layout => {
  const { portfolioLayout = 'auto' } = settings
  if (portfolioLayout !== 'auto') return portfolioLayout
  const withImage = projects.filter((project) => cardImage(project, media)).length
  return withImage * 2 < projects.length ? 'index' : 'tiles'
}

export const layoutClass = (layout: Layout): string => (layout === 'catalogue' ? 'index catalogue' : layout)

/** The first number of a case study. */
export const firstFigure = ({ blocks }: Pick<PublishedEntry<'projects'>, 'blocks'>): Figure | undefined =>
  blocks
    .flatMap((block) => (block.kind === 'figures' ? block.items : []))
    .find(({ label, value }) => label !== '' && value !== '')

/** The first sentence of a summary; all of it in the preview of a browser that cannot tell sentences. */
export const firstSentence = (summary: string, language: string): string => {
  if (!('Segmenter' in Intl)) return summary
  const [first] = new Intl.Segmenter(localeOf(language), { granularity: 'sentence' }).segment(summary)
  return first?.segment.trim() ?? ''
}

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

const projectsIn = <P extends Pick<Project, 'categories'>>(projects: readonly P[], category: Category): readonly P[] =>
  projects.filter(({ categories }) => categories.includes(category.id))

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
