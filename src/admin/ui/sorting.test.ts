import { expect, it } from 'vitest'
import { matchingIds } from './sorting.tsx'

it('an item keeps its id when another goes, comes or is changed', () => {
  const [a, b, c] = [{ of: 'a' }, { of: 'b' }, { of: 'c' }]
  const known = { ids: [1, 2, 3], items: [a, b, c] }
  expect(matchingIds(known, [a, c])).toEqual([1, 3])
  expect(matchingIds(known, [b, c])).toEqual([2, 3])
  expect(matchingIds(known, [a, b])).toEqual([1, 2])
  expect(matchingIds(known, [a, { of: 'b2' }, c])).toEqual([1, 2, 3])
  expect(matchingIds(known, [a, b, c, {}])).toEqual([1, 2, 3, 4])
  expect(matchingIds(known, [{}, a, b, c])).toEqual([4, 1, 2, 3])
  expect(matchingIds(known, [a, {}, b, c])).toEqual([1, 4, 2, 3])
  expect(matchingIds(known, [])).toEqual([])
})
