import { describe, expect, it } from 'vitest'
import { randomFrom } from '../markup/seed.ts'
import { bento, pairs } from './bento.ts'

type Size = Parameters<typeof bento>[0][number]

/** The free cells within the rows that are used, found by placing each card where a browser would. */
const holes = (sizes: Size[]): number => {
  const taken = new Set<string>()
  let height = 0
  for (const { columns, rows } of bento(sizes)) {
    const cells = (at: number) =>
      Array.from({ length: columns * rows }, (_, i) => [
        Math.floor(at / 4) + Math.floor(i / columns),
        (at % 4) + (i % columns),
      ])
    let at = 0
    while (cells(at).some(([y, x]) => (x ?? 0) > 3 || taken.has(`${y} ${x}`))) at++
    for (const [y, x] of cells(at)) taken.add(`${y} ${x}`)
    height = Math.max(height, Math.floor(at / 4) + rows)
  }
  return height * 4 - taken.size
}

describe('the portfolio’s grid', () => {
  it('leaves sizes alone that fit without a hole', () => {
    const sizes: Size[] = ['large', 'medium', 'small', 'small', 'medium', 'large', 'medium']
    expect(bento(sizes).map(({ columns, rows }) => `${columns}×${rows}`)).toEqual([
      '2×2',
      '2×1',
      '1×1',
      '1×1',
      '2×1',
      '2×2',
      '2×1',
    ])
  })

  it('gives a single project the size it asks for: the whole width only to a large one', () => {
    expect(bento(['small'])).toEqual([{ columns: 2, rows: 1 }])
    expect(bento(['medium'])).toEqual([{ columns: 3, rows: 2 }])
    expect(bento(['large'])).toEqual([{ columns: 4, rows: 2 }])
  })

  it('makes a last card that stands alone two rows tall: its image is no strip', () => {
    expect(bento(['medium', 'medium', 'small']).at(-1)).toEqual({ columns: 4, rows: 2 })
    expect(bento(['large', 'large', 'medium']).at(-1)).toEqual({ columns: 4, rows: 2 })
  })

  it('makes the first card large where all are small and the last would stand alone', () => {
    const nine = bento(Array.from({ length: 9 }, () => 'small' as const))
    expect(nine[0]).toEqual({ columns: 2, rows: 2 })
    expect(nine.slice(1).every(({ columns, rows }) => columns * rows === 1)).toBe(true)
  })

  it('ends in a full rectangle whatever is put in', () => {
    const random = randomFrom(7)
    const left: string[] = []
    for (let round = 0; round < 400; round++) {
      const sizes = Array.from(
        { length: 2 + Math.floor(random() * 39) },
        () => (['small', 'medium', 'large'] as const)[Math.floor(random() * 3)] as Size,
      )
      if (holes(sizes) !== 0) left.push(sizes.join(' '))
    }
    expect(left).toEqual([])
  })

  it('pairs small cards on narrow screens and widens the odd one', () => {
    expect(pairs(['small', 'large', 'small', 'small'])).toEqual([false, true, false, true])
  })

  it('lays out a thousand projects in a few milliseconds', () => {
    const sizes = Array.from({ length: 1000 }, (_, i) => (['small', 'large', 'medium'] as const)[i % 3] as Size)
    const started = process.threadCpuUsage()
    bento(sizes)
    // This thread's own time: what else runs on the machine does not count.
    expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(100)
  })
})
