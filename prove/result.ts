import { type Figure, isMet } from '../bench/figure.ts'
import type { Check } from './check.ts'

/** How a check ended. */
export interface Result {
  name: string
  kind: Check['kind']
  promise: string
  outcome: 'held' | 'FAILED' | 'SKIPPED'
  figures: Figure[]
  seconds: number
  /** Why it failed or was skipped, where no figure says so. */
  reason?: string
}

/** A check without a figure has shown nothing. */
export const outcomeOf = (figures: readonly Figure[]): Result['outcome'] =>
  figures.length > 0 && figures.every(isMet) ? 'held' : 'FAILED'
