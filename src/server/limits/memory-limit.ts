import { type Clock, systemClock } from '../process/clock.ts'

const maxKeys = 10_000

/**
 * Counts calls that store nothing, in this process's memory: they only cost the time of this process. The returned function counts
 * one call of a key and returns the seconds it has to wait: 0 up to `max` calls in `windowMs`.
 */
export const createMemoryLimit = (
  max: number,
  windowMs: number,
  clock: Pick<Clock, 'now'> = systemClock,
): ((key: string) => number) => {
  const windows = new Map<string, { start: number; count: number }>()
  return (key) => {
    const now = clock.now()
    const found = windows.get(key)
    if (found && now >= found.start && now < found.start + windowMs) {
      found.count += 1
      return found.count <= max ? 0 : Math.ceil((found.start + windowMs - now) / 1000)
    }
    windows.delete(key)
    // A Map keeps the order of insertion: the oldest window goes first.
    if (windows.size >= maxKeys) windows.delete(windows.keys().next().value as string)
    windows.set(key, { start: now, count: 1 })
    return 0
  }
}
