import { expect, it } from 'vitest'
import { listAnchors, newestFirst } from './list-items.ts'

it('the newest item comes first, those of one time keep the owner’s order, and those without a year follow', () => {
  const items = [
    ['undated', null, 0],
    ['spring', 2024, 3],
    ['first of the year', 2024, 0],
    ['old', 1999, 12],
    ['autumn', 2024, 10],
    ['undated, too', null, 0],
    ['second of the year', 2024, 0],
    ['new', 2025, 0],
  ].map(([title, year, month]) => ({ title, year, month }) as { title: string; year: number | null; month: number })
  expect(newestFirst(items).map(({ title }) => title)).toEqual([
    ...['new', 'autumn', 'spring', 'first of the year', 'second of the year', 'old', 'undated', 'undated, too'],
  ])
})

it('each list has an id of its own, whatever the owner calls it', () => {
  const titled = (...titles: string[]) => listAnchors(titles.map((title) => ({ title })))
  expect(titled('Talks', 'In the press', '講演', 'Talks', 'Talks 2', 'Talks')).toEqual([
    ...['list-talks', 'list-in-the-press', 'list-3', 'list-talks-2', 'list-talks-2-2', 'list-talks-3'],
  ])
})
