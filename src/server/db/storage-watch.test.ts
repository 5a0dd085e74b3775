import { existsSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { Unavailable } from '../../model/errors.ts'
import { createStorageWatch } from './database.ts'
import { openDatabase } from './open.ts'

it('tells of trouble once, and of its end when a write has succeeded', async () => {
  vi.useFakeTimers()
  try {
    let works = false
    let tries = 0
    const watch = createStorageWatch(async () => {
      tries += 1
      if (!works) throw new Unavailable('Still full.')
    })
    const told: unknown[] = []
    watch.onTurn((trouble) => told.push(trouble))
    watch.report('Full.')
    watch.report('Full.')
    await vi.advanceTimersByTimeAsync(7000)
    expect([told.length, tries, watch.failure()?.message]).toEqual([1, 3, 'Still full.'])
    works = true
    await vi.advanceTimersByTimeAsync(2000)
    expect([told.at(-1), watch.failure(), tries]).toEqual([undefined, undefined, 4])
    await vi.advanceTimersByTimeAsync(10_000)
    expect([told.length, tries]).toEqual([2, 4])
  } finally {
    vi.useRealTimers()
  }
})

onEachDatabase('A store that takes no writes', (store, { name }) => {
  it('is opened and read, says so, and goes on by itself when it takes them again', async () => {
    const { options, database } = store()
    // Of sessions that begin after it.
    const postgres = (state: 'on' | 'off') =>
      sql`do ${sql.lit(
        `begin execute format('alter database %I set default_transaction_read_only = ${state}', current_database()); end`,
      )}`.execute(database.kysely)
    if (name === 'Postgres') await postgres('on')
    const other = await openDatabase(options)
    try {
      if (name === 'SQLite') await sql`pragma query_only = 1`.execute(other.kysely)
      const put = (key: string) => other.kysely.insertInto('meta').values({ key, value: 'v' }).execute()
      await expect(put('refused')).rejects.toThrow('The database may only be read; nothing was saved.')
      expect(other.storage.failure()?.message).toMatch(/may only be read/)
      expect(await other.kysely.selectFrom('meta').select('key').where('key', '=', 'refused').execute()).toEqual([])
      if (name === 'Postgres') await postgres('off')
      else await sql`pragma query_only = 0`.execute(other.kysely)
      await expect.poll(() => other.storage.failure()).toBe(undefined)
      await put('taken')
      expect(existsSync(path.join(options.dataDir, 'room.try'))).toBe(false)
    } finally {
      if (name === 'Postgres') await postgres('off')
      await other.close()
    }
  })
})
