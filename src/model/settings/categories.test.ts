import { describe, expect, it } from 'vitest'
import { type Category, defaultCategories, withProposedSlugs } from './categories.ts'

/** Types a label over the one of the first category, letter by letter, as the form does. */
const relabelled = (categories: readonly Category[], label: string): Category[] => {
  const [first, ...others] = categories
  if (!first) throw new Error('There is no category.')
  const steps = ['', ...Array.from(label, (_, at) => label.slice(0, at + 1))]
  return steps.reduce<Category[]>(
    (now, text) => withProposedSlugs(now, [{ ...(now[0] ?? first), label: text }, ...others]),
    [...categories],
  )
}
const published = (id: string, label: string, slug: string): Category[] => [{ id, label, slug }]

describe('The address of a category', () => {
  it('follows the label of one that came with the samples, and its id stays', () => {
    expect(relabelled(defaultCategories.slice(1), 'Presse')[0]).toEqual({
      id: 'brand',
      label: 'Presse',
      slug: 'presse',
    })
    expect(relabelled(published('brand', 'Presse', 'presse'), 'Print')[0]?.slug).toBe('print')
  })

  it('follows the label of one that was never published', () => {
    expect(relabelled(published('', '', ''), 'Bande dessinée')[0]?.slug).toBe('bande-dessinee')
  })

  it('stays when it was typed by hand, and when the owner’s own category is published', () => {
    expect(relabelled(published('brand', 'Brand', 'identity'), 'Presse')[0]?.slug).toBe('identity')
    expect(relabelled(published('maps', 'Maps', 'maps'), 'Charts')[0]?.slug).toBe('maps')
  })

  it('stays when categories change places, or one above is removed', () => {
    const categories = [
      ...published('brand', 'Brand', 'brand'),
      ...published('web', 'Websites', 'sites'),
      ...published('', 'Maps', 'charts'),
    ]
    for (const next of [categories.toReversed(), categories.slice(1)])
      expect(withProposedSlugs(categories, next)).toEqual(next)
  })
})
