import { Invalid } from '../../model/errors.ts'
import { atRoot } from '../../model/publishing/page-paths.ts'
import type { Category } from '../../model/settings/categories.ts'
import type { Trx } from '../db/database.ts'

/** Throws `Invalid` when a page outside the trash stands at the address that a category is to have. `held` are addresses it has already. */
export const assertNotPages = async (
  trx: Trx,
  categories: readonly Category[],
  held: readonly Category[],
): Promise<void> => {
  const had = new Set(held.map(({ slug }) => slug))
  const added = categories.flatMap(({ slug }, at) => (had.has(slug) ? [] : [{ slug, at }]))
  if (added.length === 0) return
  const rows = await trx
    .selectFrom('entries')
    .select(['draft', 'published'])
    .where('collection', '=', atRoot)
    .where('deleted_at', 'is', null)
    .execute()
  const titles = new Map<string, string>()
  for (const { draft, published } of rows)
    for (const json of [draft, published]) {
      const { slug, title } = JSON.parse(json ?? '{}')
      if (typeof slug === 'string') titles.set(slug, String(title))
    }
  const problems = added.flatMap(({ slug, at }) => {
    const title = titles.get(slug)
    const message = `“${slug}” is already the address of the page “${title}”. Choose another.`
    return title === undefined ? [] : [[`categories.${at}.slug`, message]]
  })
  if (problems.length > 0) throw new Invalid(Object.fromEntries(problems))
}
