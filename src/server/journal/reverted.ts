import { isDeepStrictEqual } from 'node:util'

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
