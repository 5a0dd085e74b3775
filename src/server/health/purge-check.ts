import { type HealthCheck, Warning } from './health-check.ts'

const readable = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`

export const purgeCheck: HealthCheck = {
  name: 'Cache in front',
  run: ({ config, running }) => {
    if (!config.purge) return 'Nobody is told of changes (PURGE_URL). It is optional.'
    const host = new URL(config.purge.url).host
    const { failure, takenAt } = running?.purge ?? {}
    if (failure)
      throw new Warning(
        `${host} does not take purges: ${failure.reason}, since ${readable(failure.since)}. Visitors may see older pages from the cache. It is tried again by itself; check PURGE_URL and PURGE_SECRET.`,
      )
    return takenAt === undefined
      ? `${host} is told of changes.`
      : `${host} took the last purge at ${readable(takenAt)}.`
  },
}
