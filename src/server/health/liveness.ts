import { sql } from 'kysely'
import type { Handler } from '../endpoint/context.ts'
import type { Services } from '../services.ts'

const timeoutMs = 2000

const started = new Date(performance.timeOrigin).toISOString()

/** The query makes the database really answer. */
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
    // A process that serves must not be restarted.
    const database = !well ? 'unavailable' : db.storage.failure() ? 'read-only' : 'ok'
    const degraded = empty || pages === 'stale'
    return context.json(
      {
        status: database === 'ok' && degraded ? 'degraded' : database,
        // The failure itself may hold what is not public.
        ...(degraded ? { reason: empty ? 'No page can be shown.' : 'The newest content cannot be shown.' } : {}),
        database,
        pages,
        publishing: failure === undefined ? 'ok' : 'failed',
        version,
        started,
      },
      well && !empty ? 200 : 503,
    )
  }
