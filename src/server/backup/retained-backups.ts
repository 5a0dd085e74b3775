const oneDayMs = 86_400_000
const oneWeekMs = 7 * oneDayMs

/** How many are kept, of as many days and weeks in which there was one. */
export const keptBackups = { days: 7, weeks: 5 } as const

/**
 * Which of these times (Unix, ms) of daily backups are kept: the newest of each of the last seven days and of each of the last
 * five weeks that have one. Time that stands still removes nothing.
 */
export const retainedBackups = (times: readonly number[]): Set<number> => {
  const newestFirst = [...times].sort((a, b) => b - a)
  const spared = new Set<number>()
  const spare = (span: number, count: number) => {
    const seen = new Set<number>()
    for (const time of newestFirst) {
      const one = Math.floor(time / span)
      if (seen.has(one)) continue
      if (seen.size === count) return
      seen.add(one)
      spared.add(time)
    }
  }
  spare(oneDayMs, keptBackups.days)
  spare(oneWeekMs, keptBackups.weeks)
  return spared
}
