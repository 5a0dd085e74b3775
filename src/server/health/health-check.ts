import type { HealthFinding } from '../../model/health/health.ts'
import type { ShownPages } from '../../model/publishing/page.ts'
import type { StoredConnections } from '../connections/connections.ts'
import type { Query } from '../db/migrate.ts'
import { oneMinuteMs } from '../process/clock.ts'
import type { Config } from '../process/config.ts'
import type { Purge } from '../publishing/purge.ts'
import type { CspReport } from './csp-reports.ts'

/** Facts for health checks; times are ISO 8601. */
interface StoredFacts {
  /** Time of the newest change. */
  changedAt: string | undefined
  dueAt: string | undefined
  failed: number
  /** Entries that could not go live at their time, and those that are later than a minute. */
  unpublished: number
  late: number
  /** Files whose bytes are in a bucket. */
  inBucket: number
  /** Themes that this version refuses, each with the reason. */
  themes: string[]
  journal: { changes: number; since: string | undefined; bytes: number }
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

const sampleSize = 500

const journalFacts = async (query: Query): Promise<StoredFacts['journal']> => {
  const [counted] = await query('select count(*) as changes from changes')
  const [oldest] = await query('select at from changes order by id limit 1')
  const size = `length(coalesce("before", '')) + length(coalesce("after", '')) + 100`
  const [sample] = await query(
    `select avg(size) as bytes from (select ${size} as size from changes order by id desc limit ${sampleSize}) as newest`,
  )
  const changes = Number(counted?.changes ?? 0)
  return { changes, since: text(oldest?.at), bytes: changes * Number(sample?.bytes ?? 0) }
}

export const storedFacts = async (query: Query): Promise<StoredFacts> => {
  const [changes] = await query('select max(at) as at from changes')
  const [queued] = await query("select min(due_at) as due from deliveries where state = 'queued'")
  const [failed] = await query("select count(*) as failed from deliveries where state = 'failed'")
  const [unpublished] = await query(
    `select count(*) as failed from entries where deleted_at is null and schedule is not null and schedule not like '%"failure":null%'`,
  )
  const lateSince = new Date(Date.now() - oneMinuteMs).toISOString()
  const [late] = await query(
    `select count(*) as late from entries where deleted_at is null and due_at is not null and due_at < '${lateSince}'`,
  )
  const [placed] = await query('select count(*) as count from blobs where object is not null')
  const refused = await query('select name, problem from themes where problem is not null and deleted_at is null')
  return {
    themes: refused.map(({ name, problem }) => `${name}: ${problem}`),
    inBucket: Number(placed?.count ?? 0),
    unpublished: Number(unpublished?.failed ?? 0),
    late: Number(late?.late ?? 0),
    changedAt: text(changes?.at),
    dueAt: text(queued?.due),
    failed: Number(failed?.failed ?? 0),
    journal: await journalFacts(query),
  }
}

export interface HealthView {
  config: Config
  clientFolder: string
  now: number
  database(): Promise<string>
  /** Undefined while there is no store. */
  facts(): Promise<StoredFacts | undefined>
  /** Connections set up on the screen. */
  connections(): Promise<StoredConnections>
  running?: {
    publishingFailure: string | undefined
    pages?: ShownPages
    cspReports: readonly CspReport[]
    headers: Headers
    purge?: ReturnType<Purge['status']> | undefined
    /** Why the last backup of the day was not made. */
    backupFailure?: string | undefined
  }
}

/** Returns a sentence when all is well; throws `Warning` or another error with what to do. */
export interface HealthCheck {
  name: string
  run(view: HealthView): Promise<string> | string
}

/** It works, but not for long, or not well. */
export class Warning extends Error {}

export const findingOf = async ({ name, run }: HealthCheck, view: HealthView): Promise<HealthFinding> => {
  try {
    return { name, status: 'pass', message: await run(view) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { name, status: error instanceof Warning ? 'warn' : 'fail', message }
  }
}
