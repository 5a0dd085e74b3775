import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '../../model/errors.ts'
import { withPostgres } from './postgres-client.ts'

export interface Waiting {
  /** For how long a database that is down is tried again; 0 for once. */
  waitMs?: number
  /** Called once, with the reason, when the first try has failed and another will follow. */
  onWait?: (reason: string) => void
}

const pauseMs = 500

/**
 * Resolves when Postgres takes connections: after a power cut it may come up later than the site. Rejects with the host and the
 * reason, at once when waiting cannot help.
 */
export const reachPostgres = async (databaseUrl: string, { waitMs = 0, onWait }: Waiting = {}): Promise<void> => {
  const deadline = performance.now() + waitMs
  for (let tries = 1; ; tries += 1) {
    try {
      await withPostgres(databaseUrl, 'vitrine', async () => {}, { connectionTimeoutMillis: 2000 })
      return
    } catch (error) {
      if (!(error instanceof Unavailable) || performance.now() + pauseMs > deadline) throw error
      if (tries === 1) onWait?.(error.message)
      await sleep(pauseMs)
    }
  }
}
