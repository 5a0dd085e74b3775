import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Client } from 'pg'
import type { Changes, Following } from './database.ts'
import { unreached } from './postgres.ts'
import type { Tables } from './tables.ts'

interface Seen {
  /** The newest change. */
  change: number
  /** Differs after each change of a connection. */
  connections: string
}

/** In one statement, since it is asked all the time. */
export const readSeen = async (kysely: Kysely<Tables>): Promise<Seen> => {
  const { rows } = await sql<{ change: number | null; connections: string }>`select
    (select max(id) from changes) as change,
    (select count(*) || ' ' || coalesce(min(updated_at) || ' ' || max(updated_at), '') from connections) as connections`.execute(
    kysely,
  )
  return { change: rows[0]?.change ?? 0, connections: rows[0]?.connections ?? '' }
}

/** Compares what is stored with what was seen before. `read` returns undefined when nothing was written since. */
export const createChangePoll = (
  read: () => Promise<Seen | undefined>,
  heard: (what: 'change' | 'connections') => void,
) => {
  let known: Seen | undefined
  let announced = 0
  let asking: Promise<void> | undefined

  const poll = async () => {
    const before = known
    known = (await read()) ?? known
    if (!before || !known) return
    if (known.change > Math.max(before.change, announced)) heard('change')
    if (known.connections !== before.connections) heard('connections')
  }

  return {
    /** Asks once; without an answer the next time compares. */
    ask: (): Promise<void> => {
      asking ??= poll()
        .catch(() => {})
        .finally(() => {
          asking = undefined
        })
      return asking
    },
    /** Excludes a change of which this process knows. */
    announced: (change: number): void => {
      announced = Math.max(announced, change)
    },
  }
}

/** On one machine it takes a millisecond; to another continent a tenth of a second. */
const timeoutMs = 1000

/**
 * True when a notice sent over another connection reaches this client, which must be idle: a pooler delivers notices, if at all, to whoever
 * has the server's connection at that moment.
 */
const proveNotices = async (client: Client, payload: string, send: () => Promise<void>): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const listener = (notice: { payload?: string | undefined }) => {
    if (notice.payload === payload) resolve(true)
  }
  client.on('notification', listener)
  let timer: NodeJS.Timeout | undefined
  try {
    await send()
    timer = setTimeout(resolve, timeoutMs, false)
    return await promise
  } finally {
    clearTimeout(timer)
    client.off('notification', listener)
  }
}

const channel = 'vitrine_changes'
const heartbeatMs = 15_000
/** Without notices, others are seen half a second late at most. With them, the poll finds what was lost. */
const [pollMs, checkMs] = [500, 15_000]
const [firstRetryMs, longestRetryMs, unheardRetryMs] = [250, 10_000, 600_000]

const notices = ['change', 'mail', 'connections'] as const
export type Notice = (typeof notices)[number]

/**
 * Follows the other processes: listens where notices come through, which a notice to itself shows, and polls where they do not, as
 * through a pooler that hands out connections by transaction. After a lost connection it connects again and calls `heard` once for each
 * kind of notice; meanwhile it polls.
 */
export const createPostgresNotices = async (parts: {
  kysely: Kysely<Tables>
  connect: () => Client
  /** True when `connect` goes another way than `kysely`. */
  direct: boolean
  heard: (what: Notice, changes?: Changes) => void
}) => {
  const { kysely, connect, direct, heard } = parts
  const me = randomUUID()
  let client: Client | undefined
  let listening = false
  let problem: string | undefined
  let closed = false
  let [retryTimer, pollTimer]: (NodeJS.Timeout | undefined)[] = []
  let wait = firstRetryMs
  const poll = createChangePoll(() => readSeen(kysely), heard)

  const send = async (trx: Kysely<Tables>, what: string): Promise<void> => {
    await sql`select pg_notify(${channel}, ${`${me} ${what}`})`.execute(trx)
  }

  const pollLater = () => {
    clearTimeout(pollTimer)
    if (closed) return
    pollTimer = setTimeout(() => poll.ask().finally(pollLater), listening ? checkMs : pollMs).unref()
  }

  const retry = (afterMs: number) => {
    clearTimeout(retryTimer)
    if (!closed) retryTimer = setTimeout(again, afterMs).unref()
  }

  const lost = (dead: Client) => {
    if (client !== dead || closed) return
    client = undefined
    listening = false
    dead.end().catch(() => {})
    pollLater()
    retry(wait)
    wait = Math.min(wait * 2, longestRetryMs)
  }

  const listen = async () => {
    const fresh = connect()
    client = fresh
    fresh.on('error', () => lost(fresh))
    fresh.on('end', () => lost(fresh))
    fresh.on('notification', ({ payload }) => {
      const [from, what, version, first, hidden] = (payload ?? '').split(' ')
      if (from === me) return
      if (version !== undefined) poll.announced(Number(version))
      // An older version sends less.
      const changes = first && { first: Number(first), last: Number(version), hidden: hidden === 'hidden' }
      for (const notice of notices) if (what === undefined || what === notice) heard(notice, changes || undefined)
    })
    await fresh.connect().catch((error: unknown) => {
      problem = unreached(error, fresh).message
      throw error
    })
    await fresh.query(`listen ${channel}`)
    if (await proveNotices(fresh, `${me} proof`, () => send(kysely, 'proof'))) {
      listening = client === fresh
      problem = undefined
      wait = firstRetryMs
      return
    }
    if (client !== fresh) return
    // A pooler keeps the server's connection, which would go on listening.
    await fresh.query(`unlisten ${channel}`).catch(() => {})
    client = undefined
    problem = direct ? 'Notices do not come through over DATABASE_DIRECT_URL.' : undefined
    await fresh.end().catch(() => {})
    retry(unheardRetryMs)
  }

  const again = async () => {
    try {
      await listen()
      if (listening) for (const notice of notices) heard(notice)
    } catch {
      if (client) lost(client)
    }
  }

  await Promise.all([
    poll.ask(),
    listen().catch(() => {
      if (client) lost(client)
    }),
  ])
  pollLater()

  // Only a query shows that a connection is dead.
  const pulse = setInterval(() => {
    const asked = client
    asked?.query('select 1').catch(() => lost(asked))
  }, heartbeatMs).unref()

  return {
    /** For the transaction that makes the change or stores the email; delivered when it commits. */
    send: (trx: Kysely<Tables>, what: Notice, changes?: Changes): Promise<void> =>
      send(trx, changes ? `${what} ${changes.last} ${changes.first} ${changes.hidden ? 'hidden' : 'shown'}` : what),
    /** Excludes a change of this process. */
    made: poll.announced,
    following: (): Following => ({
      by: listening ? (direct ? 'direct notices' : 'notices') : 'polling',
      problem: listening ? undefined : problem,
    }),
    close: async (): Promise<void> => {
      closed = true
      clearInterval(pulse)
      clearTimeout(retryTimer)
      clearTimeout(pollTimer)
      await client?.end().catch(() => {})
    },
  }
}
