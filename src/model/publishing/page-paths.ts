import type { Category } from '../settings/categories.ts'

interface Archived {
  categories?: readonly string[]
  year?: number | null
  tags?: readonly string[]
}

/** One value by which the archive can be filtered, with its address and its projects. */
interface Facet<P> {
  kind: 'category' | 'year' | 'tag'
  label: string
  path: string
  projects: readonly P[]
}

/** Bounds the addresses; the tags of most projects have them. */
const mostTags = 100

/** The last part of a tag's address; empty for a tag without letters and digits. */
const tagPart = (tag: string): string =>
  encodeURIComponent(
    tag
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}#+]+/gu, '-')
      .replace(/^-|-$/g, ''),
  )

const facet = <P>(kind: Facet<P>['kind'], label: string, part: string, projects: readonly P[]): Facet<P> => ({
  kind,
  label,
  path: `/projects/${kind}/${part}`,
  projects,
})

/** The categories, years and tags of these projects: categories in the owner's order, the newest year and the most used tag first. */
export const facetsOf = <P extends Archived>(
  projects: readonly P[],
  categories: readonly Pick<Category, 'id' | 'label' | 'slug'>[],
): Facet<P>[] => {
  const under = categories.map(({ id, label, slug }) =>
    facet(
      'category',
      label,
      slug,
      projects.filter((project) => project.categories?.includes(id)),
    ),
  )
  const years = [...Map.groupBy(projects, ({ year }) => year ?? 0)]
    .filter(([year]) => year > 0)
    .sort(([a], [b]) => b - a)
    .map(([year, of]) => facet('year', String(year), String(year), of))
  const tagged = new Map<string, { label: string; projects: P[] }>()
  const parts = new Map<string, string>()
  for (const project of projects)
    for (const tag of project.tags ?? []) {
      const part = parts.get(tag) ?? tagPart(tag)
      parts.set(tag, part)
      if (part === '') continue
      const known = tagged.get(part) ?? { label: tag, projects: [] }
      tagged.set(part, known)
      if (known.projects.at(-1) !== project) known.projects.push(project)
    }
  const tags = [...tagged]
    .sort(([a, one], [b, other]) => other.projects.length - one.projects.length || (a < b ? -1 : 1))
    .slice(0, mostTags)
    .map(([part, { label, projects }]) => facet('tag', label, part, projects))
  return [...under, ...years, ...tags].filter((one) => one.projects.length > 0)
}

/** Every path of the site for this content, its redirects included; further pages of lists, Markdown twins, built files and media not. */
export const pagePaths = ({
  categories,
  pages,
  projects,
}: {
  categories: readonly Category[]
  pages: readonly { slug: string }[]
  projects: readonly ({ slug: string } & Archived)[]
}): string[] => [
  '/',
  '/all',
  ...categories.map(({ slug }) => `/${slug}`),
  ...pages.map(({ slug }) => `/${slug}`),
  '/projects',
  ...facetsOf(projects, categories).map(({ path }) => path),
  ...projects.map(({ slug }) => `/projects/${slug}`),
  '/testimonials',
  '/feed.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/site.webmanifest',
  '/card.vcf',
]

/** The collection whose entries stand at `/{slug}`, where the categories do as well. */
export const atRoot = 'pages'

const paths: ReadonlyMap<string, (slug: string) => string> = new Map([
  ['projects', (slug) => `/projects/${slug}`],
  [atRoot, (slug) => `/${slug}`],
  ['categories', (slug) => `/${slug}`],
])

/** True for a collection whose entries each have a page: at an address of its own, or placed on the one page. */
export const hasPages = (collection: string): boolean => paths.has(collection)

/** The path of what has this slug; undefined for a collection whose entries have no page of their own. */
export const slugPath = (collection: string, slug: string): string | undefined => paths.get(collection)?.(slug)

/** The id of the section of a page that is placed on the one page; other ids of it have no such start. */
export const pageAnchor = (slug: string): string => `page-${slug}`

/** Path of an entry with a slug: its page or, placed there, its section; undefined for one without. */
export const entryPath = (collection: string, data: Readonly<Record<string, unknown>>): string | undefined => {
  const { slug, placement } = data
  if (typeof slug !== 'string' || slug === '') return undefined
  return placement === 'section' ? `/#${pageAnchor(slug)}` : slugPath(collection, slug)
}

/** The path of the Markdown twin of a public page: `/index.md` for `/`. No slug has a dot, so that none stands there. */
export const twinPath = (path: string): string => (path === '/' ? '/index.md' : `${path}.md`)
