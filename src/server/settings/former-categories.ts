import type { Redirect } from '../../model/publishing/published-content.ts'
import type { Category } from '../../model/settings/categories.ts'
import type { FormerSlug } from '../db/tables.ts'

/** A slug under which a category was published before. The id is that of the category its visitors go to. */
export interface FormerCategory extends FormerSlug {
  id: string
}

/** Bounds what is kept; the oldest go. */
const mostFormer = 200

/** The former slugs after a publish: with those that a category leaves, without those that one has again. */
export const withFormerCategories = (
  known: readonly FormerCategory[],
  before: readonly Category[],
  after: readonly Category[],
  until: string,
): FormerCategory[] => {
  const now = new Map(after.map(({ id, slug }) => [id, slug]))
  const taken = new Set(now.values())
  const left = before.flatMap(({ id, slug }) => (now.has(id) && now.get(id) !== slug ? [{ id, slug, until }] : []))
  const kept = known.filter(({ slug }) => !left.some((one) => one.slug === slug))
  return [...left, ...kept].filter(({ slug }) => !taken.has(slug)).slice(0, mostFormer)
}

/** The former slugs when a category ceases to exist: its own and all before lead to `to`, or nowhere. */
export const withoutCategory = (
  known: readonly FormerCategory[],
  { id, slug }: Category,
  to: string | undefined,
  until: string,
): FormerCategory[] =>
  to === undefined
    ? known.filter((one) => one.id !== id)
    : [{ id: to, slug, until }, ...known.map((one) => (one.id === id ? { ...one, id: to } : one))].slice(0, mostFormer)

export const categoryRedirects = (known: readonly FormerCategory[], categories: readonly Category[]): Redirect[] =>
  known.flatMap(({ id, slug: from }) => {
    const to = categories.find((category) => category.id === id)?.slug
    return to === undefined ? [] : [{ collection: 'categories', from, to }]
  })
