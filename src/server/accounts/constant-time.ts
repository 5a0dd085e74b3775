import { timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

/** Compares two texts in a time that does not show where they differ. */
export const equalInConstantTime = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Runs `work` and delays its outcome until `minimumMs` have passed, so that the duration does not tell what was found. */
export const withConstantTime = async <T>(
  minimumMs: number,
  work: () => Promise<T>,
  delays: 'all' | 'failures' = 'all',
): Promise<T> => {
  const minimum = wait(minimumMs)
  try {
    const result = await work()
    if (delays === 'all') await minimum
    return result
  } catch (error) {
    await minimum
    throw error
  }
}
