import { describe, expect, it } from 'vitest'
import { type CvDocument, type CvItem, fewest, lowestFirst, withoutItems } from './cv-document.ts'

const item = (collection: CvItem['collection'], rank: number): CvItem => ({
  ...{ id: `${collection}-${rank}`, collection, rank, title: { text: '' } },
  ...{ dates: '', location: '', place: [], text: [], tags: '', points: [] },
})

const document: CvDocument = {
  ...{
    language: 'en',
    leftward: false,
    title: '',
    name: '',
    role: '',
    contact: [],
    summary: [],
    portraitAlt: '',
    author: '',
  },
  parts: [
    { id: 'experiences', title: 'Experience', line: '', items: [1, 2, 3].map((rank) => item('experiences', rank)) },
    { id: 'educations', title: 'Education', line: '', items: [item('educations', 1)] },
    { id: 'projects', title: 'Projects', line: '', items: [1, 2].map((rank) => item('projects', rank)) },
  ],
}
const ids = (items: readonly CvItem[]) => items.map(({ id }) => id)

describe('a CV on one page', () => {
  it('leaves out first what stands last in its list, of equal ones what stands last on the page', () => {
    expect(ids(lowestFirst(document))).toEqual([
      ...['experiences-3', 'projects-2', 'experiences-2'],
      ...['projects-1', 'educations-1', 'experiences-1'],
    ])
  })

  it('has no part without entries', () => {
    const without = withoutItems(document, lowestFirst(document).slice(0, 5))
    expect(without.parts.map(({ id, items }) => [id, ids(items)])).toEqual([['experiences', ['experiences-1']]])
  })

  it('leaves out as few as possible', () => {
    const tried: number[] = []
    const fits = (n: number) => tried.push(n) > 0 && n >= 37
    expect(fewest(60, fits)).toBe(37)
    expect(tried.length).toBeLessThan(7)
    expect(fewest(60, () => false)).toBe(60)
    expect(fewest(60, () => true)).toBe(0)
  })
})
