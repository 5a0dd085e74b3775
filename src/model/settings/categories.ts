import { reservedProblem } from '../content/reserved-slugs.ts'
import { type Field, fields } from '../fields/fields.ts'
import { slugOf } from '../fields/slug-of.ts'

/** A category of the portfolio: a filter with a URL of its own, `/{slug}`. */
export interface Category {
  /** Given when it is first published; a project names its categories by it. Never changes. */
  id: string
  label: string
  slug: string
}

/** Those of the specification, section 2. */
export const defaultCategories = [
  { id: 'design', label: 'Design', slug: 'design' },
  { id: 'brand', label: 'Brand', slug: 'brand' },
  { id: 'photos', label: 'Photos', slug: 'photos' },
] as const satisfies Category[]

const list = fields.items({
  label: 'Categories',
  one: 'Category',
  max: 24,
  help: 'Filters of the portfolio, each with an address of its own. A project can have several. A new one can be chosen once it is published.',
  fields: {
    id: fields.id(),
    label: fields.text({ label: 'Label', max: 40 }),
    slug: fields.slug({ label: 'Address' }),
  },
})

/** The owner's categories, in the order of the filters. Their slugs differ, and none is an address that the product needs itself. */
export const categoriesField: Field<Category[]> = {
  ...list,
  schema: list.schema.superRefine((categories, context) => {
    for (const [at, { slug }] of categories.entries()) {
      const problem =
        reservedProblem(slug) ??
        (categories.findIndex((one) => one.slug === slug) < at
          ? `“${slug}” is already the address of another category. Choose another.`
          : undefined)
      if (problem) context.addIssue({ code: 'custom', path: [at, 'slug'], message: problem })
    }
  }),
}

/**
 * The categories after an edit. The slug of one that was never published, or that came with the samples, follows its label until it is
 * typed by hand; what is published at the former one leads to it.
 */
export const withProposedSlugs = (before: readonly Category[], after: readonly Category[]): Category[] =>
  after.map((category, at) => {
    const was = before[at]
    const sample = defaultCategories.find(({ id }) => id === category.id)
    // One that was only moved is the same object.
    if (!was || before.includes(category) || was.label === category.label || (category.id !== '' && !sample))
      return category
    const follows = ['', slugOf(was.label), sample?.slug].includes(was.slug)
    return follows ? { ...category, slug: slugOf(category.label) } : category
  })

/** An id that no other category has: the slug, or the slug with a number. */
const freeId = (slug: string, taken: ReadonlySet<string>): string => {
  let id = slug
  for (let number = 2; taken.has(id); number += 1) id = `${slug}-${number}`
  return id
}

/**
 * The categories with an id each. One that comes without is the known one with its slug, or else with its label; otherwise it is new and
 * gets its slug as id. An id that is there twice, or that nobody gave, counts as none.
 */
export const withCategoryIds = (categories: readonly Category[], known: readonly Category[]): Category[] => {
  const given = new Set(known.map(({ id }) => id))
  const taken = new Set<string>()
  const kept = categories.map((category) => {
    const id = given.has(category.id) && !taken.has(category.id) ? category.id : ''
    taken.add(id)
    return { ...category, id }
  })
  return kept.map((category) => {
    if (category.id !== '') return category
    const free = known.filter(({ id }) => !taken.has(id))
    const same = free.find(({ slug }) => slug === category.slug) ?? free.find(({ label }) => label === category.label)
    const id = same?.id ?? freeId(category.slug, new Set([...given, ...taken]))
    taken.add(id)
    return { ...category, id }
  })
}
