import { type Clock, systemClock } from './clock.ts'
import type { Log } from './log.ts'

const anHour = 60 * 60 * 1000

export interface CleanupTask {
  /** Resolves to the number of things that it deleted. */
  run(now: number): Promise<number>
  /** Log event. */
  done: string
}

/**
 * Runs all cleanup tasks now and every hour; one that fails is logged and does not stop the others. Returns a function that ends it.
 */
export const scheduleCleanup = (chores: readonly CleanupTask[], log: Log, clock: Clock = systemClock): (() => void) => {
  let cancel = () => {}
  let over = false
  const round = async () => {
    for (const { run, done } of chores) {
      if (over) return
      try {
        const count = await run(clock.now())
        if (count > 0) log.info(done, { count })
      } catch (error) {
        if (!over) log.warn('What is old could not be tidied away', { chore: done, reason: String(error) })
      }
    }
    if (!over) cancel = clock.schedule(anHour, () => void round())
  }
  void round()
  return () => {
    over = true
    cancel()
  }
}
