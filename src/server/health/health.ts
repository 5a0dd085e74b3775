import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { UnsupportedType } from '../../model/errors.ts'
import { type HealthFinding, healthCalls } from '../../model/health/health.ts'
import type { ConnectionStore } from '../connections/connections.ts'
import type { Database, Following } from '../db/database.ts'
import { queryOn } from '../db/migrate.ts'
import { clientIp, endpoints, type Handler, ipGroup } from '../endpoint/endpoint.ts'
import { readBytes } from '../endpoint/request-body.ts'
import { contentVersion } from '../journal/journal.ts'
import type { Config } from '../process/config.ts'
import { packageRoot } from '../process/package-root.ts'
import type { Publisher } from '../publishing/publisher.ts'
import type { Purge } from '../publishing/purge.ts'
import { environmentChecks, runningChecks } from './checks.ts'
import type { createCspReports } from './csp-reports.ts'
import { findingOf, type HealthCheck, type HealthView, storedFacts, Warning } from './health-check.ts'

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

const healthChecks: readonly HealthCheck[] = [...environmentChecks, ...runningChecks]

export const findings = (view: HealthView): Promise<HealthFinding[]> =>
  Promise.all(healthChecks.map((check) => findingOf(check, view)))

/** What is looked at of a running process. */
interface Running {
  config: Config
  db: Database
  publisher: Publisher
  cspReports: ReturnType<typeof createCspReports>
  connections: ConnectionStore
  purge: Purge | undefined
  dailyBackup: { failure: string | undefined }
}

/** The running process as input of the checks; `headers` are those of the owner's request. */
export const runningView = (
  { config, db, publisher, cspReports, connections, purge, dailyBackup }: Running,
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
      backupFailure: dailyBackup.failure,
    },
  }
}

const timeoutMs = 2000

const started = new Date(performance.timeOrigin).toISOString()

/** Time for a change of another process to be shown, in ms. */
const catchUpMs = 500

/** True when this process shows the newest content, or does within a moment: it publishes what it has not heard of. */
const isCurrent = async ({ db, publisher }: Pick<Running, 'db' | 'publisher'>): Promise<boolean> => {
  const newest = await contentVersion(db.kysely)
  if (newest <= publisher.status().version) return true
  const stop = new AbortController()
  const late = wait(catchUpMs, undefined, { signal: stop.signal }).catch(() => undefined)
  const shown = await Promise.race([publisher.published(newest), late]).finally(() => stop.abort())
  return shown !== undefined && shown.version >= newest
}

/** The query makes the database really answer. */
export const getHealth =
  (running: Pick<Running, 'db' | 'publisher'>): Handler =>
  async (context) => {
    const { db, publisher } = running
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(resolve, timeoutMs, undefined)
    const current = await Promise.race([isCurrent(running).catch(() => undefined), late])
    clearTimeout(timer)
    const well = current !== undefined
    const { version, failure } = publisher.status()
    const pages = current === false && publisher.pages() === 'fresh' ? 'stale' : publisher.pages()
    const empty = pages === 'none' && failure !== undefined
    // A process that serves must not be restarted.
    const database = !well ? 'unavailable' : db.storage.failure() ? 'read-only' : 'ok'
    const degraded = empty || pages === 'stale'
    return context.json(
      {
        status: database === 'ok' && degraded ? 'degraded' : database,
        // The failure itself may hold what is not public.
        ...(degraded ? { reason: empty ? 'No page can be shown.' : 'The newest content cannot be shown.' } : {}),
        database,
        pages,
        publishing: failure === undefined ? 'ok' : 'failed',
        version,
        started,
      },
      well && !empty ? 200 : 503,
    )
  }

const largestReport = 16 * 1024
const reportTypes = ['application/reports+json', 'application/csp-report']

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}

export const healthApi = (running: Running) =>
  endpoints(healthCalls(), {
    'GET /api/health': [
      'Looks at everything that keeps the site working',
      async ({ context }) => ({ findings: await findings(runningView(running, context.req.raw.headers)) }),
    ],
    'POST /api/csp-reports': [
      'Takes what browsers refused to load or run; they send it by themselves',
      { status: 204, others: ['TooLarge', 'UnsupportedType'] },
      // The answer never depends on the content: a stranger need not learn what is stored.
      async ({ context }) => {
        const type = (context.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
        if (!reportTypes.includes(type)) throw new UnsupportedType('Browsers send reports here, and nobody else.')
        const sender = ipGroup(clientIp(context.env?.incoming, running.config.trustProxy))
        running.cspReports.take(parsed(await readBytes(context.req.raw, largestReport)), sender)
        return context.body(null, 204)
      },
    ],
  })
