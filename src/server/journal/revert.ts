import { isDeepStrictEqual } from 'node:util'
import type { Trx } from '../db/database.ts'

export interface RevertRequest<State> {
  collection: string
  /** Null for a change of a whole collection or of the settings. */
  entry: string | null
  before: State | null
  after: State | null
}

export interface Reverted {
  before: unknown
  after: unknown
  /** True when visitors see nothing of it. */
  hidden?: boolean
}

export interface Reverter<State> {
  /** Slow work, before the transaction begins. */
  prepare?(request: RevertRequest<State>): Promise<void>
  /** Writes the inverse change. Throws `StaleVersion` when the same was changed again. */
  revert(trx: Trx, request: RevertRequest<State>): Promise<Reverted>
}

export type Reverters = ReadonlyMap<string, Reverter<unknown>>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Result when the same field was changed again. */
export const conflict: unique symbol = Symbol('conflict')

/**
 * Undoes the step from `before` to `after` in `current`, field by field: fields that changed elsewhere since stay. Returns `conflict`
 * when the same field was changed again.
 */
export const reverted = <T>(before: T, after: T, current: T): T | typeof conflict => {
  if (isDeepStrictEqual(current, after)) return before
  if (isDeepStrictEqual(before, after)) return current
  if (!isRecord(before) || !isRecord(after) || !isRecord(current)) return conflict
  const result: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(current), ...Object.keys(before)])) {
    const value = reverted(before[name], after[name], current[name])
    if (value === conflict) return conflict
    if (value !== undefined) result[name] = value
  }
  return result as T
}
