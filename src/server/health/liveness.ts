import { setTimeout as wait } from 'node:timers/promises'
import type { Handler } from '../endpoint/context.ts'
import { contentVersion } from '../journal/journal.ts'
import type { Running } from './health.ts'

const timeoutMs = 2000

const started = new Date(performance.timeOrigin).toISOString()

/** Time for a change of another process to be shown, in ms. */
const catchUpMs = 500

/** True when this process shows the newest content, or does within a moment: it publishes what it has not heard of. */
const isCurrent = async ({ db, publisher }: Pick<Running, 'db' | 'publisher'>): Promise<boolean> => {
  const newest = await contentVersion(db.kysely)
  if (newest <= publisher.status().version) return true
  const stop = new AbortController()
  const late = wait(catchUpMs, undefined, { signal: stop.signal }).catch(() => undefined)
  const shown = await Promise.race([publisher.published(newest), late]).finally(() => stop.abort())
  return shown !== undefined && shown.version >= newest
}

/** The query makes the database really answer. */
export const getHealth =
  (running: Pick<Running, 'db' | 'publisher'>): Handler =>
  async (context) => {
    const { db, publisher } = running
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(resolve, timeoutMs, undefined)
    const current = await Promise.race([isCurrent(running).catch(() => undefined), late])
    clearTimeout(timer)
    const well = current !== undefined
    const { version, failure } = publisher.status()
    const pages = current === false && publisher.pages() === 'fresh' ? 'stale' : publisher.pages()
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
