import { expect, test } from 'vitest'
import { inTheirPlaces } from './in-their-places.ts'

test('What was measured again stands where it stood, what is new at the end', () => {
  const before = ['a1', 'b1', 'c1']
  expect(inTheirPlaces(before, ['d2', 'b2'], (one) => one.charAt(0))).toEqual(['a1', 'b2', 'c1', 'd2'])
  expect(inTheirPlaces([], ['b2'], (one) => one)).toEqual(['b2'])
})
