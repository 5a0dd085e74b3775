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
