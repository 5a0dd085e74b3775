import { fileURLToPath } from 'node:url'
import type { HealthFinding } from '../../model/health/finding.ts'
import type { ConnectionStore } from '../connections/connections.ts'
import type { Database, Following } from '../db/database.ts'
import { queryOn } from '../db/migrate.ts'
import type { Config } from '../process/config.ts'
import { packageRoot } from '../process/package-root.ts'
import type { Publisher } from '../publishing/publisher.ts'
import type { Purge } from '../publishing/purge/purge.ts'
import type { createCspReports } from './csp-reports.ts'
import { environmentChecks } from './environment-checks.ts'
import { findingOf, type HealthCheck, type HealthView, Warning } from './health-check.ts'
import { runningChecks } from './running-checks.ts'
import { storedFacts } from './stored-facts.ts'

const ways: Record<Following['by'], string> = {
  notices: 'Changes of other processes are announced.',
  'direct notices': 'Changes of other processes are announced over DATABASE_DIRECT_URL.',
  polling: 'No notices come through, so changes of other processes are looked for twice a second.',
}

/** A sentence about a database that answers. Throws `Warning` when DATABASE_DIRECT_URL is of no use. */
const describeDatabase = ({ postgres, following }: Database): string => {
  if (!postgres) return 'SQLite answers. Whether all of it is whole: vitrine doctor.'
  const { by, problem } = following()
  const way = `Postgres ${postgres.version} answers${postgres.pooled ? ' through a pooler' : ''}. ${ways[by]}`
  if (problem !== undefined) throw new Warning(`${way} ${problem}`)
  return way
}

export const healthChecks: readonly HealthCheck[] = [...environmentChecks, ...runningChecks]

export const findings = (view: HealthView): Promise<HealthFinding[]> =>
  Promise.all(healthChecks.map((check) => findingOf(check, view)))

/** What is looked at of a running process. */
export interface Running {
  config: Config
  db: Database
  publisher: Publisher
  cspReports: ReturnType<typeof createCspReports>
  connections: ConnectionStore
  purge: Purge | undefined
}

/** The running process as input of the checks; `headers` are those of the owner's request. */
export const runningView = (
  { config, db, publisher, cspReports, connections, purge }: Running,
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
