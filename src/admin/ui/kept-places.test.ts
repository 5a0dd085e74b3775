import { expect, it } from 'vitest'
import { withKept } from './kept-places.ts'

it('rows that were removed stay where they were, in whatever order they went', () => {
  const kept = [
    { id: 'd', at: 3 },
    { id: 'b', at: 1 },
    { id: 'c', at: 2 },
  ]
  expect(withKept(['a', 'e'], kept)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(withKept([], kept.slice(0, 1))).toEqual(['d'])
})

it('a row that is back stands in the list once', () => {
  const ids = ['a', 'b']
  expect(withKept(ids, [{ id: 'b', at: 0 }])).toBe(ids)
})
