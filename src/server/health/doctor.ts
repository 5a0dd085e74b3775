import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { HealthFinding } from '../../model/health/health.ts'
import { inspectConnections } from '../connections/connections.ts'
import { NewerData } from '../db/migrate.ts'
import { inspectDatabase, readOnly } from '../db/read-only.ts'
import { damageOf } from '../db/sqlite-error.ts'
import type { Config } from '../process/config.ts'
import { newerDataRefused } from '../updates/open-store.ts'
import { findings } from './health.ts'
import { storedFacts } from './health-check.ts'

interface Finding extends HealthFinding {
  /** False only for what prevents a start. */
  ok: boolean
}

/** SQLITE_BUSY and SQLITE_CORRUPT, https://sqlite.org/rescode.html */
const locked = 5
const corrupt = 11

// A check must not create one.
const isThere = async ({ databaseUrl, dataDir }: Config) =>
  databaseUrl !== undefined || (await stat(path.join(dataDir, 'vitrine.db')).catch(() => undefined)) !== undefined

const database = async (config: Config) => {
  if (!(await isThere(config))) return 'None yet; the first start makes it.'
  const { damage, pending, unknown, madeBy } = await inspectDatabase(config).catch((error: unknown) => {
    const { message, errcode } = error as Error & { errcode?: number }
    if (errcode !== locked) throw new Error(damageOf(message, errcode) ?? message, { cause: error })
    throw new Error(
      'Another program has the database to itself. A Vitrine that was started on a full or failing disk does, until it can save again: see /healthz, and make room.',
    )
  })
  if (damage !== undefined) throw new Error(damageOf(damage, corrupt))
  if (unknown.length > 0) throw new Error(await newerDataRefused(new NewerData(unknown, madeBy), config))
  const answers = config.databaseUrl === undefined ? 'SQLite answers, and its file is whole.' : 'Postgres answers.'
  return pending.length === 0
    ? answers
    : `${answers} The next start brings its tables up to date: ${pending.join(', ')}.`
}

/** Runs all checks without changing anything. */
export const examine = async (config: Config, clientFolder: string): Promise<Finding[]> => {
  const found = await findings({
    config,
    clientFolder,
    now: Date.now(),
    database: () => database(config),
    // Before the first migration there are no facts; `database` reports failures.
    connections: async () => ((await isThere(config)) ? inspectConnections(config).catch(() => ({})) : {}),
    facts: async () => ((await isThere(config)) ? readOnly(config, storedFacts).catch(() => undefined) : undefined),
  })
  return found
    .filter(({ name }) => name !== 'Browsers’ reports')
    .map((finding) => ({ ...finding, ok: finding.status !== 'fail' }))
}
