import type { CvDocument, CvItem } from './document.ts'

/** The entries in the order in which they are left out: those that stand last in their lists first, of equal ones the last on the page. */
export const lowestFirst = ({ parts }: CvDocument): CvItem[] =>
  parts
    .flatMap(({ items }) => items)
    .reverse()
    .sort((a, b) => b.rank - a.rank)

/** The document without these entries, and without the parts that they leave empty. */
export const withoutItems = (document: CvDocument, items: readonly CvItem[]): CvDocument => {
  const gone = new Set(items)
  const parts = document.parts
    .map((part) => ({ ...part, items: part.items.filter((item) => !gone.has(item)) }))
    .filter(({ items, line }) => items.length > 0 || line !== '')
  return { ...document, parts }
}

/** The smallest number from 0 to `most` for which `fits` is true; `most` when it is for none. `fits` holds from some number on. */
export const fewest = (most: number, fits: (n: number) => boolean): number => {
  let [from, to] = [0, most]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (fits(middle)) to = middle
    else from = middle + 1
  }
  return from
}
