import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Client } from 'pg'
import type { Tables } from './tables.ts'

const channel = 'vitrine_changes'
const heartbeat = 15_000
const [firstPause, longestPause] = [250, 10_000]

export interface PostgresNotices {
  /** To be called in the transaction that makes the change; delivered when it commits. */
  send(trx: Kysely<Tables>): Promise<void>
  close(): Promise<void>
}

/**
 * Hears of changes that other processes make. A connection that was lost is made again and `heard` called once,
 * for whatever was missed.
 */
export const createPostgresNotices = async (connect: () => Client, heard: () => void): Promise<PostgresNotices> => {
  const me = randomUUID()
  let client: Client | undefined
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let wait = firstPause

  const lost = (dead: Client) => {
    if (client !== dead || closed) return
    client = undefined
    dead.end().catch(() => {})
    timer = setTimeout(again, wait).unref()
    wait = Math.min(wait * 2, longestPause)
  }

  const listen = async () => {
    const fresh = connect()
    client = fresh
    fresh.on('error', () => lost(fresh))
    fresh.on('end', () => lost(fresh))
    fresh.on('notification', ({ payload }) => {
      if (payload !== me) heard()
    })
    await fresh.connect()
    await fresh.query(`listen ${channel}`)
    wait = firstPause
  }

  const again = async () => {
    try {
      await listen()
      heard()
    } catch {
      if (client) lost(client)
    }
  }

  await listen()

  // A line that is silently dead shows itself only when spoken to.
  const pulse = setInterval(() => {
    const asked = client
    asked?.query('select 1').catch(() => lost(asked))
  }, heartbeat).unref()

  return {
    send: async (trx) => {
      await sql`select pg_notify(${channel}, ${me})`.execute(trx)
    },
    close: async () => {
      closed = true
      clearInterval(pulse)
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
