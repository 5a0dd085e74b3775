import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { HealthFinding } from '../../model/health/finding.ts'
import { packageRoot } from '../process/package-root.ts'
import type { Services } from '../services.ts'
import { environmentChecks } from './environment-checks.ts'
import { findingOf, type HealthCheck, type HealthView } from './health-check.ts'
import { runningChecks } from './running-checks.ts'
import { storedFacts } from './stored-facts.ts'

/** Everything that is looked at, by the doctor and by the owner's Health page alike. */
export const healthChecks: readonly HealthCheck[] = [...environmentChecks, ...runningChecks]

/** Looks at all of it. Never rejects. */
export const findings = (view: HealthView): Promise<HealthFinding[]> =>
  Promise.all(healthChecks.map((check) => findingOf(check, view)))

/** The running process as health checks see it; `headers` are those of the owner's request. */
export const runningView = ({ config, db, publisher, cspReports }: Services, headers: Headers): HealthView => {
  const query = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(db.kysely)).rows
  return {
    config,
    clientFolder: fileURLToPath(new URL('dist/client', packageRoot)),
    now: Date.now(),
    // Whether its file is whole takes the doctor: to read all of it here would make everyone wait.
    database: async () => {
      await query('select count(*) from meta')
      const failure = db.storage.failure()
      if (failure)
        throw new Error(
          `${failure.message} It is so since ${failure.since.slice(0, 16).replace('T', ' ')} UTC; what is stored is shown. Make room, or mend the disk: saving then works again by itself.`,
        )
      return `${db.kind === 'sqlite' ? 'SQLite' : 'Postgres'} answers. Whether all of it is whole: vitrine doctor.`
    },
    facts: () => storedFacts(query),
    running: {
      publishingFailure: publisher.status().failure,
      pages: publisher.pages(),
      cspReports: cspReports.list(),
      headers,
    },
  }
}
