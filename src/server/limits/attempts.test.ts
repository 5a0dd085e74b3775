import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { TooMany } from '../../model/errors.ts'
import type { Database } from '../db/database.ts'
import { type Attempts, createAttempts } from './attempts.ts'

const limit = { max: 3, windowSeconds: 60 }

onEachDatabase('attempts', (store) => {
  let database: Database
  let attempts: Attempts
  let now = Date.parse('2026-11-21T10:00:00Z')

  beforeAll(() => {
    database = store().database
    attempts = createAttempts(database, () => now)
  })

  const takeAll = async (key: string, times: number) => {
    for (let n = 0; n < times; n += 1) await attempts.take(key, limit)
  }

  it('are let through up to the limit, then refused until the window is over', async () => {
    await takeAll('a', 3)
    now += 20_500
    await expect(attempts.take('a', limit)).rejects.toMatchObject({ retryAfter: 40 })
    await attempts.take('b', limit)
    now += 39_500
    await takeAll('a', 3)
    await expect(attempts.take('a', limit)).rejects.toThrow(TooMany)
  })

  it('are counted exactly when they come at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => attempts.take('race', limit)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('are counted exactly when one that came sooner is written later', async () => {
    await takeAll('overtaken', 3)
    now -= 5
    await expect(attempts.take('overtaken', limit)).rejects.toThrow(TooMany)
    now += 5
  })

  it('are not counted when they are given back', async () => {
    await takeAll('returned', 3)
    await attempts.release('returned')
    await attempts.take('returned', limit)
    await expect(attempts.take('returned', limit)).rejects.toThrow(TooMany)
    await attempts.release('never taken')
  })

  it('lock nobody out when the clock was wrong', async () => {
    const right = now
    now += 30 * 86_400_000
    await takeAll('clock', 3)
    await expect(attempts.take('clock', limit)).rejects.toThrow(TooMany)
    now = right
    await takeAll('clock', 3)
  })

  it('are counted in the database, not in the process', async () => {
    await takeAll('shared', 3)
    const other = createAttempts(database, () => now)
    await expect(other.take('shared', limit)).rejects.toThrow(TooMany)
  })

  it('that are refused change no counter', async () => {
    const rows = () => database.kysely.selectFrom('attempts').selectAll().orderBy('key').execute()
    await takeAll('full', 3)
    const before = await rows()
    const fromElsewhere = createAttempts(database, () => now)
    for (const one of [attempts, attempts, fromElsewhere])
      await expect(one.take('full', limit)).rejects.toThrow(TooMany)
    expect(await rows()).toEqual(before)
    const together = [['never seen', limit] as const, ['full', limit] as const]
    await expect(fromElsewhere.takeAll(together)).rejects.toThrow(TooMany)
    now += 2000
    await expect(attempts.takeAll(together)).rejects.toThrow(TooMany)
    expect(await rows()).toEqual(before)
  })

  it('are counted under all keys when all are below their limits', async () => {
    await attempts.takeAll([
      ['one of two', limit],
      ['two of two', limit],
    ])
    await attempts.take('two of two', limit)
    expect(await attempts.counts(['two of two', 'no such key', 'one of two'])).toEqual([2, 0, 1])
    await attempts.release('one of two', 'two of two')
    expect(await attempts.counts(['two of two', 'one of two'])).toEqual([1, 0])
  })

  it('are let through again as soon as another process has given one back', async () => {
    await takeAll('given back', 3)
    await expect(attempts.take('given back', limit)).rejects.toThrow(TooMany)
    await createAttempts(database, () => now).release('given back')
    now += 1000
    await attempts.take('given back', limit)
  })

  it('leave nothing behind when their window is over', async () => {
    now += 3_600_000
    await attempts.take('last', limit)
    const rows = await database.kysely.selectFrom('attempts').select('key').execute()
    expect(rows).toEqual([{ key: 'last' }])
  })

  it('of a week outlast a clock that is weeks ahead for a moment', async () => {
    const once = { max: 1, windowSeconds: 7 * 86_400 }
    await attempts.take('used up', once)
    now += 30 * 86_400_000
    await attempts.take('meanwhile', limit)
    now -= 30 * 86_400_000
    await expect(attempts.take('used up', once)).rejects.toThrow(TooMany)
  })
})
