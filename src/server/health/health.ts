import { fileURLToPath } from 'node:url'
import type { HealthFinding } from '../../model/health/finding.ts'
import { queryOn } from '../db/migrate.ts'
import { packageRoot } from '../process/package-root.ts'
import type { Services } from '../services.ts'
import { describeDatabase } from './describe-database.ts'
import { environmentChecks } from './environment-checks.ts'
import { findingOf, type HealthCheck, type HealthView } from './health-check.ts'
import { runningChecks } from './running-checks.ts'
import { storedFacts } from './stored-facts.ts'

export const healthChecks: readonly HealthCheck[] = [...environmentChecks, ...runningChecks]

export const findings = (view: HealthView): Promise<HealthFinding[]> =>
  Promise.all(healthChecks.map((check) => findingOf(check, view)))

/** The running process as input of the checks; `headers` are those of the owner's request. */
export const runningView = (
  { config, db, publisher, cspReports, connections, purge }: Services,
  headers: Headers,
): HealthView => {
  const query = queryOn(db.kysely)
  return {
    config,
    clientFolder: fileURLToPath(new URL('dist/client', packageRoot)),
    now: Date.now(),
    // Reading the whole file would make everyone wait; the doctor does it.
    database: async () => {
      await query('select count(*) from meta')
      const failure = db.storage.failure()
      if (failure)
        throw new Error(
          `${failure.message} It is so since ${failure.since.slice(0, 16).replace('T', ' ')} UTC; what is stored is shown. Make room, or mend the disk: saving then works again by itself.`,
        )
      return describeDatabase(db)
    },
    facts: () => storedFacts(query),
    connections: async () => connections.stored(),
    running: {
      publishingFailure: publisher.status().failure,
      pages: publisher.pages(),
      cspReports: cspReports.list(),
      headers,
      purge: purge?.status(),
    },
  }
}
