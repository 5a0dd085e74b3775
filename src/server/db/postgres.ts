import { setTimeout as sleep } from 'node:timers/promises'
import { type Dialect, PostgresAdapter, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { Client, ClientConfig, Pool, PoolClient } from 'pg'
import { Unavailable, VitrineError } from '../../model/errors.ts'

interface Target {
  host: string
  port: number
}

type Failure = Error & { code?: string; syscall?: string; errors?: Error[] }

// https://nodejs.org/api/tls.html#x509-certificate-error-codes
const certificate = /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT_|INVALID_CA|HOSTNAME_MISMATCH)/

// https://www.postgresql.org/docs/current/errcodes-appendix.html: authorization, no such database.
const refused = /^(?:28|3D)/

const trust =
  'In DATABASE_URL, name the file of the authority that signed it: sslmode=verify-full&sslrootcert=/path/to/ca.pem. Where nobody can come between this machine and the database: sslmode=no-verify, which encrypts and looks at no certificate.'

// Node's error for several addresses of one name has no message.
const reasonOf = ({ message, errors = [] }: Failure) =>
  message || [...new Set(errors.map((error) => error.message))].join('; ')

const placeOf = ({ host, port }: Target) => (host.startsWith('/') ? `by the socket in ${host}` : `at ${host}:${port}`)

/** Names the host and what to do: `Unavailable` for what may pass by itself, another `VitrineError` for what somebody has to mend. */
export const unreached = (error: unknown, target: Target): VitrineError => {
  const failure = error as Failure
  const code = failure.code ?? ''
  const location = placeOf(target)
  const because = (made: VitrineError) => Object.assign(made, { cause: error })
  const wrong = (sentence: string) => because(new VitrineError('invalid', sentence))
  const reason = reasonOf(failure)
  if (certificate.test(code))
    return wrong(`The certificate of Postgres ${location} is not trusted: ${reason} (${code}). ${trust}`)
  if (/does not support SSL/.test(reason))
    return wrong(
      `Postgres ${location} has no encryption. Set it up there, or, where nobody can come between: sslmode=disable.`,
    )
  if (refused.test(code)) return wrong(`Postgres ${location} refuses the connection: ${reason}. See DATABASE_URL.`)
  return because(new Unavailable(`Postgres ${location} cannot be reached: ${reason}.`))
}

const unreadFile = (error: unknown): unknown => {
  const { code, syscall, path } = error as NodeJS.ErrnoException
  return syscall === 'open'
    ? new VitrineError('invalid', `${path}, which DATABASE_URL names, cannot be read (${code}).`)
    : error
}

/** Runs `work` over one connection, which then ends. Rejects with a message that names the host when there is no connection. */
export const withPostgres = async <T>(
  databaseUrl: string,
  name: string,
  work: (client: Client) => Promise<T>,
  options: ClientConfig = {},
): Promise<T> => {
  // Loaded only where Postgres is used.
  const { default: pg } = await import('pg')
  const make = () => {
    try {
      return new pg.Client({
        connectionString: databaseUrl,
        connectionTimeoutMillis: 5000,
        application_name: name,
        ...options,
      })
    } catch (error) {
      throw unreadFile(error)
    }
  }
  const client = make()
  await client.connect().catch((error: unknown) => {
    throw unreached(error, client)
  })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** True when something between hands out the server's connections, such as PgBouncer: it answers with a process number of its own. */
export const isPooled = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return rows[0].pid !== (client as unknown as { processID: number }).processID
}

/** A row that broke a uniqueness rule of the database; the statement did nothing. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: connection, resources, operator's intervention, system;
// serialisation failure, deadlock, lock not available, read-only, authorization at connecting.
const passing = /^(?:08|53|57|58|28|40001|40P01|55P03|25006)/
const network = /^E(?:CONN|TIMEDOUT|PIPE|NOTFOUND|HOST|NET|AI_)/
const driver = /connection|timeout|timed out|not queryable|closed|Cannot use a pool/i

const refusals: Record<string, string> = {
  '53100': 'The disk of the database is full; nothing was saved.',
  '25006': 'The database may only be read; nothing was saved.',
}

/** Message when Postgres takes no writes at all. */
const writesRefused = (error: unknown): string | undefined => refusals[(error as { code?: string }).code ?? '']

/** Translates to `Unavailable` what may pass and to `UniqueViolation`; other errors stay as they are. */
export const postgresError = (error: unknown): Error => {
  const { code = '', message = '', syscall } = error as { code?: string; message?: string; syscall?: string }
  // A Postgres that ends takes the file of its socket with it.
  const noSocket = syscall === 'connect' && code === 'ENOENT'
  if (code === '23505') return new UniqueViolation(message, { cause: error })
  const refused = writesRefused(error)
  if (refused) return Object.assign(new Unavailable(refused), { cause: error })
  if (noSocket || passing.test(code) || network.test(code) || (code === '' && driver.test(message))) {
    return Object.assign(new Unavailable('The database cannot be reached; nothing was saved. Try again in a moment.'), {
      cause: error,
    })
  }
  return error as Error
}

type Send<T> = (sql: string, parameters: readonly unknown[]) => Promise<T>

const begins = /^(?:begin|start transaction)\b/
const ends = /^(?:commit|rollback)$/

/**
 * Queries of one connection, each under a time limit that the server holds and that ends with its transaction. A statement outside of a
 * transaction gets one of its own: through a pooler, no setting outlives a transaction.
 */
const limitedQuery = <T>(send: Send<T>, limitMs: number): Send<T> => {
  const limit = `set local statement_timeout = ${limitMs}`
  let inTransaction = false

  const alone: Send<T> = async (sql, parameters) => {
    await send(`begin; ${limit}`, [])
    try {
      const result = await send(sql, parameters)
      await send('commit', [])
      return result
    } catch (error) {
      // Else the connection is closed, and its transaction with it.
      if (!(postgresError(error) instanceof Unavailable)) await send('rollback', [])
      throw error
    }
  }

  return async (sql, parameters) => {
    if (begins.test(sql)) {
      inTransaction = true
      // Two statements have two results.
      return [await send(`${sql}; ${limit}`, parameters)].flat().at(-1) as T
    }
    if (ends.test(sql)) inTransaction = false
    else if (!inTransaction) return alone(sql, parameters)
    return send(sql, parameters)
  }
}

interface PostgresDialectOptions {
  /** Called when no write is possible. */
  onFailure?: (message: string) => void
  /** Longest time of a statement, in ms, where each transaction has to set it. */
  limitMs?: number | undefined
}

/**
 * Without Kysely's lock around migrations, which belongs to the session: after a failed migration a pooler would keep it. `migrate` takes
 * one that ends with its transaction.
 */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

class OurDialect extends PostgresDialect {
  override createAdapter() {
    return new Adapter()
  }
}

const rolledBack = { command: 'ROLLBACK', rowCount: 0, rows: [] }

/** Postgres through a pool, with our errors; a connection that failed is closed. */
export const postgresDialect = (
  pool: Pool,
  { onFailure = () => {}, limitMs }: PostgresDialectOptions = {},
): Dialect => {
  const firstUsed = new WeakMap<PoolClient, number>()
  let lastFailure = 0
  // A broken connection fails its own queries; without listeners it would also end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  // When one connection is dead, the older ones are, too; each would cost somebody the whole timeout.
  const connectFresh = async (): Promise<PoolClient> => {
    for (;;) {
      const client = await pool.connect()
      const since = firstUsed.get(client) ?? performance.now()
      firstUsed.set(client, since)
      if (since >= lastFailure) return client
      client.release(true)
    }
  }

  const connect = async () => {
    const client = await connectFresh().catch((error) => {
      throw postgresError(error)
    })
    const send = (sql: string, parameters: readonly unknown[]) => client.query(sql, [...parameters])
    const run = limitMs === undefined ? send : limitedQuery(send, limitMs)
    let broken = false
    const query = async (sql: string, parameters: readonly unknown[] = []) => {
      const isRollback = sql === 'rollback'
      if (broken && isRollback) return rolledBack
      try {
        return await run(sql, parameters)
      } catch (error) {
        const ours = postgresError(error)
        const refused = writesRefused(error)
        if (refused) onFailure(refused)
        // A late answer could be taken for that of the next query.
        if (ours instanceof Unavailable) lastFailure = performance.now()
        broken ||= isRollback || ours instanceof Unavailable
        // The first error of the transaction is the one to report.
        if (isRollback) return rolledBack
        throw ours
      }
    }
    return { query, release: (destroy?: boolean) => client.release(broken || destroy) } as unknown as PostgresPoolClient
  }
  return new OurDialect({ pool: { connect, end: () => pool.end(), options: pool.options } })
}

/** Longest time of a statement, in ms. The server ends it: one that was only given up here could still write later. */
export const statementTimeoutMs = 3000

/**
 * Setting that ends long statements: one of the connection; one of the role; or one of each transaction, where a pooler hands out the
 * server's connections by transaction and keeps no setting of ours.
 */
type StatementLimit = 'connection' | 'role' | 'transaction'

export interface PostgresTraits {
  limit: StatementLimit
  /** True when something between hands out connections, such as PgBouncer. */
  pooled: boolean
  /** As in `15.18`. */
  version: string
}

const traitsOver = (databaseUrl: string, options: { statement_timeout?: number }) =>
  withPostgres(
    databaseUrl,
    'vitrine',
    async (client) => {
      const { rows } = await client.query(
        `select current_setting('server_version') as version,
           (select setting from pg_settings where name = 'statement_timeout') as timeout`,
      )
      const [{ version, timeout }] = rows
      const isLimited = Number(timeout) > 0 && Number(timeout) <= statementTimeoutMs
      return { isLimited, pooled: await isPooled(client), version: String(version).split(' ')[0] as string }
    },
    { ...postgresDeadlines, ...options },
  )

const isParameterRefused = (error: unknown) => /startup parameter/i.test(String((error as Error).cause))

/** Finds out what there is at this address. Rejects as `withPostgres` does. */
export const inspectPostgres = async (databaseUrl: string): Promise<PostgresTraits> => {
  try {
    const { isLimited, ...traits } = await traitsOver(databaseUrl, { statement_timeout: statementTimeoutMs })
    // A pooler may take the setting and forget it.
    if (isLimited && !traits.pooled) return { limit: 'connection', ...traits }
  } catch (error) {
    if (!isParameterRefused(error)) throw error
  }
  const { isLimited, ...traits } = await traitsOver(databaseUrl, {})
  return { limit: isLimited ? 'role' : 'transaction', ...traits }
}

interface PoolOptions {
  name: string
  max: number
  limit: StatementLimit
}

const int8 = 20

/** Longest waits in ms: for a connection, in line for one of the pool included, and for the answer to a query. */
export const postgresDeadlines = { connectionTimeoutMillis: 2000, query_timeout: 2800 }

/** Options of a connection with whole numbers of 64 bits as numbers; the driver is loaded only where Postgres is used. */
export const postgresSettings = async (databaseUrl: string, name: string) => {
  const { default: pg } = await import('pg')
  const types = {
    getTypeParser: (type: number, format?: 'text' | 'binary') =>
      type === int8 ? Number : pg.types.getTypeParser(type, format as 'text'),
  } as typeof pg.types
  return {
    connectionString: databaseUrl,
    types,
    ...postgresDeadlines,
    keepAlive: true,
    application_name: name,
  }
}

/** Opens no connection yet. With the limit `transaction`, the dialect sets it. */
export const createPostgresPool = async (databaseUrl: string, { name, max, limit }: PoolOptions): Promise<Pool> => {
  const { default: pg } = await import('pg')
  return new pg.Pool({
    ...(await postgresSettings(databaseUrl, name)),
    max,
    idleTimeoutMillis: 60_000,
    ...(limit === 'connection' ? { statement_timeout: statementTimeoutMs } : {}),
  })
}

export interface Waiting {
  /** Retries for so long; 0 tries once. */
  waitMs?: number
  onWait?: (reason: string) => void
}

const pauseMs = 500

/** Waits for Postgres: after a power cut it may come up later than the site. Rejects at once when waiting cannot help. */
export const reachPostgres = async (databaseUrl: string, { waitMs = 0, onWait }: Waiting = {}): Promise<void> => {
  const deadline = performance.now() + waitMs
  for (let tries = 1; ; tries += 1) {
    try {
      await withPostgres(databaseUrl, 'vitrine', async () => {}, {
        connectionTimeoutMillis: postgresDeadlines.connectionTimeoutMillis,
      })
      return
    } catch (error) {
      if (!(error instanceof Unavailable) || performance.now() + pauseMs > deadline) throw error
      if (tries === 1) onWait?.(error.message)
      await sleep(pauseMs)
    }
  }
}
