const oneDayMs = 86_400_000
const oneWeekMs = 7 * oneDayMs

export const keptBackups = { days: 7, weeks: 5 } as const

/**
 * The retained ones of these times (Unix, ms): the newest of each of the last seven days, and of the last five weeks, that have one.
 */
export const retainedBackups = (times: readonly number[]): Set<number> => {
  const newestFirst = [...times].sort((a, b) => b - a)
  const retained = new Set<number>()
  const spare = (span: number, count: number) => {
    const seen = new Set<number>()
    for (const time of newestFirst) {
      const one = Math.floor(time / span)
      if (seen.has(one)) continue
      if (seen.size === count) return
      seen.add(one)
      retained.add(time)
    }
  }
  spare(oneDayMs, keptBackups.days)
  spare(oneWeekMs, keptBackups.weeks)
  return retained
}
