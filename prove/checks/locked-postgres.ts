import path from 'node:path'
import pg from 'pg'
import type { Figure } from '../../bench/figure.ts'
import { findPostgres, startPostgres } from '../../tests/support/postgres.ts'
import { type Check, type Context, Skipped } from '../check.ts'
import { atMost, none } from '../support/figures.ts'
import { withOwned } from '../support/owned-product.ts'

const savesWhileLocked = async ({ folder, times }: Context): Promise<Figure[]> => {
  const bin = findPostgres()
  if (!bin) throw new Skipped('It takes Postgres (initdb and postgres), which is not on this machine.')
  const server = await startPostgres(bin)
  const DATABASE_URL = server.url('postgres')
  try {
    return await withOwned({ env: { DATABASE_URL }, dataDir: path.join(folder, 'data') }, async (product) => {
      const holder = new pg.Client({ connectionString: DATABASE_URL })
      await holder.connect()
      await holder.query('begin; lock table entries in access exclusive mode')
      const waits: number[] = []
      const wrong: string[] = []
      for (let n = 0; n < times(5, 2); n += 1) {
        const { status, text, ms } = await product.own('POST', '/api/entries/skills', {
          data: { name: `while it is locked ${n}`, percent: 1 },
        })
        waits.push(ms)
        if (status !== 503) wrong.push(`${status} ${text.slice(0, 100)}`)
      }
      await holder.end()
      return [
        none('answers to saves other than 503', wrong),
        atMost('longest wait of a save', Math.max(...waits), 3400, 'ms'),
      ]
    })
  } finally {
    await server.stop()
  }
}

/** As a migration or a backup by hand locks a table. */
export const lockedPostgres: Check = {
  name: 'locked-postgres',
  kind: 'fault',
  timed: true,
  promise: 'Another program locks a table of Postgres: a save is refused with 503 within three seconds.',
  run: savesWhileLocked,
}
