import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** In ms, as long as nobody needs to notice. */
const pollIntervalMs = 1000

export interface SqliteNotices {
  /** This process has made the change of this id itself. */
  made(change: number): void
  close(): void
}

/**
 * Hears of changes that other processes make, the command line above all: SQLite tells, when asked, whether another connection
 * has committed. The sign-in library's commits count among those, so the journal is looked at before anybody is told.
 */
export const createSqliteNotices = (kysely: Kysely<Tables>, heard: () => void): SqliteNotices => {
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
      // Locked or away: asked again in a second.
      .catch(() => {})
      .finally(() => {
        asking = false
      })
  }
  // At once: what is committed from now on is news.
  ask()
  const timer = setInterval(ask, pollIntervalMs).unref()

  return {
    made: (change) => {
      own = Math.max(own, change)
    },
    close: () => clearInterval(timer),
  }
}
