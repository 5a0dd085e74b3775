import { sql } from 'kysely'
import type { Handler } from '../endpoint/context.ts'
import type { Services } from '../services.ts'

const timeoutMs = 2000

const started = new Date(performance.timeOrigin).toISOString()

/** Asks the database a question that it must really answer; a page from memory says nothing about it. */
export const getHealth =
  ({ db, publisher }: Services): Handler =>
  async (context) => {
    const { promise: late, resolve } = Promise.withResolvers<false>()
    const timer = setTimeout(resolve, timeoutMs, false)
    const asked = sql`select count(*) from meta`.execute(db.kysely).then(
      () => true,
      () => false,
    )
    const well = await Promise.race([asked, late])
    clearTimeout(timer)
    const { version, failure } = publisher.status()
    const pages = publisher.pages()
    const empty = pages === 'none' && failure !== undefined
    // It serves, so whoever restarts what is not well must leave it alone; what is wrong is said all the same.
    const database = !well ? 'unavailable' : db.storage.failure() ? 'read-only' : 'ok'
    const degraded = empty || pages === 'stale'
    return context.json(
      {
        status: database === 'ok' && degraded ? 'degraded' : database,
        // Not the failure itself, which may hold what is not public.
        ...(degraded ? { reason: empty ? 'No page can be shown.' : 'The newest content cannot be shown.' } : {}),
        database,
        pages,
        publishing: failure === undefined ? 'ok' : 'failed',
        version,
        /** When this process was. */
        started,
      },
      well && !empty ? 200 : 503,
    )
  }
