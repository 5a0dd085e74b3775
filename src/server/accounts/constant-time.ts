import { setTimeout as wait } from 'node:timers/promises'

/**
 * Runs `work` and lets its answer out no sooner than after `atLeast` ms: what was found on the way does not show in the time.
 * With `failures` only a refusal is held back.
 */
export const withConstantTime = async <T>(
  atLeast: number,
  work: () => Promise<T>,
  held: 'all' | 'failures' = 'all',
): Promise<T> => {
  const over = wait(atLeast)
  try {
    const result = await work()
    if (held === 'all') await over
    return result
  } catch (error) {
    await over
    throw error
  }
}
