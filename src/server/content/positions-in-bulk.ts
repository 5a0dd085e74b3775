import type { Trx } from '../db/database.ts'
import { beyond, shift } from './positions.ts'

const ascending = (positions: readonly number[]) => [...positions].sort((a, b) => a - b)

/** Closes the gaps of entries that have left; each of the others is written at most once. */
export const closeGaps = async (trx: Trx, collection: string, positions: readonly number[]): Promise<void> => {
  const gaps = ascending(positions)
  for (const [index, gap] of gaps.entries()) {
    const next = gaps[index + 1] ?? beyond
    if (next > gap + 1) await shift(trx, collection, -(index + 1), gap + 1, next)
  }
}

/** Opens a gap at each of these positions, as they are afterwards. */
export const openGaps = async (trx: Trx, collection: string, positions: readonly number[]): Promise<void> => {
  // As the entries stand before: the second gap comes after one more entry than its position says.
  const gaps = ascending(positions).map((position, index) => position - index)
  // From the end, so that no entry moves into a range that is still to come.
  for (const [index, gap] of [...gaps.entries()].reverse()) {
    const next = gaps[index + 1] ?? beyond
    if (next > gap) await shift(trx, collection, index + 1, gap, next)
  }
}
