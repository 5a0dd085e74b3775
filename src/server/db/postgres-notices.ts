import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Client } from 'pg'
import type { Tables } from './tables.ts'

const channel = 'vitrine_changes'
const heartbeatMs = 15_000
const [firstRetryMs, longestRetryMs] = [250, 10_000]

export const notices = ['change', 'mail', 'connections'] as const
export type Notice = (typeof notices)[number]

/** Listens to the other processes. After a lost connection it connects again and calls `heard` once for each kind of notice. */
export const createPostgresNotices = async (connect: () => Client, heard: (what: Notice) => void) => {
  const me = randomUUID()
  let client: Client | undefined
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let wait = firstRetryMs

  const lost = (dead: Client) => {
    if (client !== dead || closed) return
    client = undefined
    dead.end().catch(() => {})
    timer = setTimeout(again, wait).unref()
    wait = Math.min(wait * 2, longestRetryMs)
  }

  const listen = async () => {
    const fresh = connect()
    client = fresh
    fresh.on('error', () => lost(fresh))
    fresh.on('end', () => lost(fresh))
    fresh.on('notification', ({ payload }) => {
      const [from, what] = (payload ?? '').split(' ')
      if (from === me) return
      // An older version sends no kind.
      for (const notice of notices) if (what === undefined || what === notice) heard(notice)
    })
    await fresh.connect()
    await fresh.query(`listen ${channel}`)
    wait = firstRetryMs
  }

  const again = async () => {
    try {
      await listen()
      for (const notice of notices) heard(notice)
    } catch {
      if (client) lost(client)
    }
  }

  await listen()

  // Only a query shows that a connection is dead.
  const pulse = setInterval(() => {
    const asked = client
    asked?.query('select 1').catch(() => lost(asked))
  }, heartbeatMs).unref()

  return {
    /** For the transaction that makes the change or stores the email; delivered when it commits. */
    send: async (trx: Kysely<Tables>, what: Notice): Promise<void> => {
      await sql`select pg_notify(${channel}, ${`${me} ${what}`})`.execute(trx)
    },
    close: async (): Promise<void> => {
      closed = true
      clearInterval(pulse)
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
