import { type Clock, oneHourMs, systemClock } from './clock.ts'
import type { Log } from './log.ts'

interface CleanupTask {
  run(now: number): Promise<number>
  done: string
}

/**
 * Runs all cleanup tasks now and every hour, unless the clock is doubted; one that fails is logged and does not stop the others. Returns a
 * function that ends it.
 */
export const scheduleCleanup = (
  tasks: readonly CleanupTask[],
  log: Log,
  clock: Clock = systemClock,
  mayDelete: (now: number) => Promise<boolean> = async () => true,
): (() => void) => {
  let cancel = () => {}
  let over = false
  const mayDeleteNow = () =>
    mayDelete(clock.now()).catch((error: unknown) => {
      if (!over) log.warn('Cleanup failed', { task: 'Reading the last time', reason: String(error) })
      return false
    })
  const round = async () => {
    for (const { run, done } of (await mayDeleteNow()) ? tasks : []) {
      if (over) return
      try {
        const count = await run(clock.now())
        if (count > 0) log.info(done, { count })
      } catch (error) {
        if (!over) log.warn('Cleanup failed', { task: done, reason: String(error) })
      }
    }
    if (!over) cancel = clock.schedule(oneHourMs, () => void round())
  }
  void round()
  return () => {
    over = true
    cancel()
  }
}
