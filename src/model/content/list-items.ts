import { slugOf } from '../fields/slug-of.ts'

interface Dated {
  year: number | null
  month: number
}

/** The newest first; those of one time in the owner's order, those without a year at the end. */
export const newestFirst = <T extends Dated>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => (b.year ?? 0) - (a.year ?? 0) || b.month - a.month)

/** The id of each list's section on the page, by its title: no two are alike, and other ids have no such start. */
export const listAnchors = (all: readonly { title: string }[]): string[] => {
  const taken = new Set<string>()
  return all.map(({ title }, index) => {
    const stem = `list-${slugOf(title) || index + 1}`
    let anchor = stem
    for (let number = 2; taken.has(anchor); number += 1) anchor = `${stem}-${number}`
    taken.add(anchor)
    return anchor
  })
}
