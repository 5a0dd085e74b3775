import { describe, expect, it } from 'vitest'
import { isMet, median, percentile } from './figure.ts'

describe('figures', () => {
  it('takes the middle of an odd and of an even number of values', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([1, 2, 3, 10])).toBe(2.5)
  })

  it('reads percentiles between neighbours', () => {
    expect(percentile([0, 10], 95)).toBe(9.5)
    expect(percentile([3], 99)).toBe(3)
  })

  it('refuses to summarise nothing', () => {
    expect(() => median([])).toThrow('No values')
  })

  it('counts a missing figure, a missed goal and a NaN as not met', () => {
    const figure = { name: 'x', unit: 'ratio' as const }
    expect(isMet({ ...figure, value: undefined })).toBe(false)
    expect(isMet({ ...figure, value: Number.NaN })).toBe(false)
    expect(isMet({ ...figure, value: 0.59, goal: { atLeast: 0.6 } })).toBe(false)
    expect(isMet({ ...figure, value: 2.51, goal: { atMost: 2.5 } })).toBe(false)
    expect(isMet({ ...figure, value: 0.6, goal: { atLeast: 0.6 } })).toBe(true)
    expect(isMet({ ...figure, value: 0 })).toBe(true)
  })
})
