import { type Kysely, sql } from 'kysely'
import { createChangePoll, readSeen } from './change-poll.ts'
import type { Notice } from './postgres-notices.ts'
import type { Tables } from './tables.ts'

const pollIntervalMs = 1000

/**
 * Polls for changes by other processes, above all the command line. SQLite tells whether another connection has committed; since the
 * sign-in library commits, too, the journal and the table of connections decide.
 */
export const createSqliteNotices = (kysely: Kysely<Tables>, heard: (what: Notice) => void) => {
  let knownData: number | undefined
  const poll = createChangePoll(async () => {
    const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(kysely)
    const data = rows[0]?.data_version ?? 0
    if (data === knownData) return undefined
    const seen = await readSeen(kysely)
    knownData = data
    return seen
  }, heard)
  poll.ask()
  const timer = setInterval(poll.ask, pollIntervalMs).unref()

  return {
    /** Excludes a change of this process. */
    made: poll.announced,
    following: () => ({ by: 'polling' as const, problem: undefined }),
    close: (): void => clearInterval(timer),
  }
}
