import { type Figure, isMet } from '../bench/figure.ts'
import type { Check } from './check.ts'

/** How a check ended. */
export interface Result {
  name: string
  kind: Check['kind']
  promise: string
  verdict: 'held' | 'FAILED' | 'SKIPPED'
  figures: Figure[]
  seconds: number
  /** Why it failed or was skipped, where no figure says so. */
  reason?: string
}

/** A check without a figure has shown nothing. */
export const verdictOf = (figures: readonly Figure[]): Result['verdict'] =>
  figures.length > 0 && figures.every(isMet) ? 'held' : 'FAILED'
