import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '../../model/errors.ts'
import { withPostgres } from './postgres.ts'

export interface Waiting {
  /** Retries for so long; 0 tries once. */
  waitMs?: number
  onWait?: (reason: string) => void
}

const pauseMs = 500

/** Waits for Postgres: after a power cut it may come up later than the site. Rejects at once when waiting cannot help. */
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
