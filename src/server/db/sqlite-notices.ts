import { type Kysely, sql } from 'kysely'
import type { Notice } from './postgres-notices.ts'
import type { Tables } from './tables.ts'

const pollIntervalMs = 1000

/**
 * Polls for changes by other processes, above all the command line. SQLite tells whether another connection has committed; since the
 * sign-in library commits, too, the journal and the table of connections decide.
 */
export const createSqliteNotices = (kysely: Kysely<Tables>, heard: (what: Notice) => void) => {
  let known: { data: number; change: number; connections: string } | undefined
  let own = 0
  let asking = false

  const poll = async () => {
    const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(kysely)
    const data = rows[0]?.data_version ?? 0
    if (data === known?.data) return
    const { change } = await kysely
      .selectFrom('changes')
      .select(({ fn }) => fn.max('id').as('change'))
      .executeTakeFirstOrThrow()
    const rowsOfConnections = await kysely
      .selectFrom('connections')
      .select(['kind', 'updated_at'])
      .orderBy('kind')
      .execute()
    const before = known
    known = { data, change: change ?? 0, connections: JSON.stringify(rowsOfConnections) }
    if (!before) return
    if (known.change !== Math.max(before.change, own)) heard('change')
    if (known.connections !== before.connections) heard('connections')
  }

  const ask = () => {
    if (asking) return
    asking = true
    poll()
      .catch(() => {})
      .finally(() => {
        asking = false
      })
  }
  ask()
  const timer = setInterval(ask, pollIntervalMs).unref()

  return {
    /** Excludes a change of this process. */
    made: (change: number): void => {
      own = Math.max(own, change)
    },
    close: (): void => clearInterval(timer),
  }
}
