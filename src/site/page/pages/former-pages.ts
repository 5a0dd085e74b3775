import type { Page } from '../../../model/publishing/page.ts'
import { pagePaths, slugPath } from '../../../model/publishing/page-paths.ts'
import type { Content } from '../../../model/publishing/published-content.ts'
import type { Words } from '../../../model/words/words.ts'
import { moved } from '../moved.ts'

/** Redirects from addresses that projects, pages and categories had before. One that another page has by now is that page's. */
export const formerPages = ({ projects, pages, settings, redirects = [] }: Content, words: Words): Page[] => {
  if (redirects.length === 0) return []
  const taken = new Set(pagePaths({ projects, pages, categories: settings.categories }))
  return redirects.flatMap(({ collection, from, to }) => {
    const [path, target] = [slugPath(collection, from), slugPath(collection, to)]
    if (path === undefined || target === undefined || taken.has(path) || !taken.has(target)) return []
    // A category and a page may have had the same address.
    taken.add(path)
    return [moved(path, target, words)]
  })
}
