import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenPositions } from '../../../tests/contract/write-at-random.ts'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { examples } from '../../model/content/examples.ts'
import { createEntries, type Entries } from '../content/entries.ts'
import { journaled } from '../journal/record-change.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'
import { UniqueViolation } from './postgres.ts'

const [skill] = examples.skills
if (!skill) throw new Error('The examples are gone.')

onEachDatabase('the database', (store) => {
  let database: Database

  beforeAll(() => {
    database = store().database
  })

  const put = (key: string) => database.kysely.insertInto('meta').values({ key, value: 'v' }).execute()
  const keys = async () =>
    (await database.kysely.selectFrom('meta').select('key').orderBy('key').execute()).map(({ key }) => key)

  it('is opened again as it was left', async () => {
    await put('kept')
    const second = await openDatabase(store().options)
    expect(await second.kysely.selectFrom('meta').selectAll().execute()).toEqual([{ key: 'kept', value: 'v' }])
    await second.close()
  })

  it('counts in numbers', async () => {
    const { n } = await database.kysely
      .selectFrom('meta')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(n).toBeTypeOf('number')
  })

  it('gives bytes back as they were, and leaves the caller’s alone', async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, n) => n % 251))
    const part = bytes.subarray(10, 90_010)
    const now = new Date().toISOString()
    const times = { created_at: now, updated_at: now, deleted_at: null }
    const medium = { id: 'm', rendition: 'r', name: '', alt: '', focus_x: 0.1, focus_y: 0.7 }
    await database.kysely
      .insertInto('media')
      .values({ ...medium, version: 1, ...times })
      .execute()
    const blob = { name: 'b', media: 'm', type: 't', size: part.length, bytes: part }
    await database.kysely.insertInto('blobs').values(blob).execute()
    const stored = await database.kysely.selectFrom('blobs').selectAll().executeTakeFirstOrThrow()
    expect(stored.bytes).toBeInstanceOf(Uint8Array)
    expect(Buffer.compare(stored.bytes, part)).toBe(0)
    expect(bytes[99_999]).toBe(99_999 % 251)
    const { focus_x, focus_y } = await database.kysely.selectFrom('media').selectAll().executeTakeFirstOrThrow()
    expect([focus_x, focus_y]).toEqual([0.1, 0.7])
    await database.kysely.deleteFrom('media').execute()
    expect(await database.kysely.selectFrom('blobs').select('name').execute()).toEqual([])
  })

  it('names a broken uniqueness as such', async () => {
    const row = { key: 'twice', window_start: 1, window_end: 1, count: 1 }
    await database.kysely.insertInto('attempts').values(row).execute()
    await expect(database.kysely.insertInto('attempts').values(row).execute()).rejects.toThrow(UniqueViolation)
  })

  it('stores all of a transaction or nothing, whatever failed in it', async () => {
    const before = await keys()
    const failing = database.transaction(async (trx) => {
      await trx.insertInto('meta').values({ key: 'half', value: 'v' }).execute()
      throw new Error('a change of mind')
    })
    await expect(failing).rejects.toThrow('a change of mind')
    await expect(
      database.transaction(async (trx) => {
        await trx.insertInto('meta').values({ key: 'half', value: 'v' }).execute()
        await sql`insert into nowhere values (1)`.execute(trx)
      }),
    ).rejects.toThrow('nowhere')
    expect(await keys()).toEqual(before)
    await put('after all')
    expect(await keys()).toContain('after all')
  })

  it('shows a snapshot as it was while another writes', async () => {
    const other = await openDatabase(store().options)
    await database.readTransaction(async (trx) => {
      const count = async () => (await trx.selectFrom('meta').select('key').execute()).length
      const first = await count()
      await other.kysely.insertInto('meta').values({ key: 'meanwhile', value: 'v' }).execute()
      expect(await count()).toBe(first)
    })
    expect(await keys()).toContain('meanwhile')
    await other.close()
  })

  it('tells of a change when it is committed, and not of one that recorded nothing or was refused', async () => {
    let heard = 0
    const stop = database.onChange(() => {
      heard += 1
    })
    const change = { by: 'x', action: 'create', collection: 'skills', before: null, after: {} }
    await database.change(async () => {})
    await expect(
      journaled(database, async (_, record) => {
        await record(change)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(heard).toBe(0)
    await journaled(database, async (_, record) => {
      await record(change)
      expect(heard).toBe(0)
    })
    expect(heard).toBe(1)
    stop()
    await journaled(database, (_, record) => record(change))
    expect(heard).toBe(1)
  })

  describe('open in two processes', () => {
    it('keeps positions whole when both append at once', async () => {
      const other = await openDatabase(store().options)
      const doors = [createEntries(database), createEntries(other)]
      // One at a time in each: more would wait for their turn longer than a save may on a busy machine.
      const append = async (entries: Entries) => {
        for (let count = 0; count < 30; count += 1) await entries.create('skills', skill, { by: 'test' })
      }
      await Promise.all(doors.map(append))
      expect(await brokenPositions(database)).toEqual({})
      expect((await createEntries(other).list('skills', { limit: 200 })).entries).toHaveLength(60)
      await other.close()
    })
  })
})
