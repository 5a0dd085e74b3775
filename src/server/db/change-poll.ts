import { type Kysely, sql } from 'kysely'
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
