import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

const pollIntervalMs = 1000

/**
 * Polls for changes by other processes, above all the command line. SQLite tells whether another connection has committed; since the
 * sign-in library commits, too, the journal decides.
 */
export const createSqliteNotices = (kysely: Kysely<Tables>, heard: () => void) => {
  let known: { data: number; change: number } | undefined
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
    const before = known && Math.max(known.change, own)
    known = { data, change: change ?? 0 }
    if (before !== undefined && known.change !== before) heard()
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
