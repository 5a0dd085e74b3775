/** One measured number. Without a value it is missing, and `note` says why: a missing figure fails the run like a missed goal. */
export interface Figure {
  name: string
  value: number | undefined
  unit: 'ratio' | 'ms' | 'MB' | 'kB' | 'points' | 'shift' | 'seconds' | 'count' | 'percent'
  goal?: { atLeast?: number; atMost?: number }
  note?: string
}

/** What a bench hands back. */
export interface Bench {
  title: string
  /** How it was measured, in a sentence or two for docs/performance.md. */
  method: string
  figures: Figure[]
}

/** Whether the figure is there and meets its goal; a figure without a goal only has to be there. */
export const isMet = ({ value, goal }: Figure): boolean =>
  value !== undefined &&
  Number.isFinite(value) &&
  (goal?.atLeast === undefined || value >= goal.atLeast) &&
  (goal?.atMost === undefined || value <= goal.atMost)

/** The middle value; of an even number the mean of the two in the middle. Throws on an empty list. */
export const median = (values: readonly number[]): number => percentile(values, 50)

/** The p-th percentile (0–100), linear between neighbours. Throws on an empty list. */
export const percentile = (values: readonly number[], p: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const at = ((sorted.length - 1) * p) / 100
  const low = sorted[Math.floor(at)]
  const high = sorted[Math.ceil(at)]
  if (low === undefined || high === undefined) throw new Error('No values were measured.')
  return low + (high - low) * (at - Math.floor(at))
}
