import { beforeEach, expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { TooMany } from '../../model/errors.ts'
import { ipGroup } from '../endpoint/endpoint.ts'
import { createMessageLimit } from './message-limit.ts'
import { createMessages } from './messages.ts'

const input = { user_name: 'Ada', user_email: 'ada@example.com', message: 'Hello.' }
const quarantinedScore = { score: 150, isQuarantined: true, signals: [] }

onEachDatabase('the limit of messages', (store) => {
  let now = Date.parse('2026-11-22T10:00:00Z')
  const [refused, letThrough, quarantined] = ['refused', 'let through', 'quarantined']
  const unproven = async () => false
  const proven = async () => true

  const send = async (address: string, prove = unproven): Promise<string> => {
    const take = createMessageLimit(store().database, true, () => now)
    try {
      return (await take(ipGroup(address), prove)) ? quarantined : letThrough
    } catch (error) {
      if (error instanceof TooMany) return refused
      throw error
    }
  }
  const sendAll = async (addresses: string[], prove = unproven) => {
    const results: string[] = []
    for (const address of addresses) results.push(await send(address, prove))
    return results
  }
  const times = (count: number, one: (n: number) => string) => Array.from({ length: count }, (_, n) => one(n))
  const counted = () => store().database.kysely.selectFrom('attempts').selectAll().orderBy('key').execute()
  /** As if so many had come before. */
  const fill = async (count = 500, key = 'message 3600 all') => {
    await store()
      .database.kysely.insertInto('attempts')
      .values({ key, window_start: now, window_end: now + 3_600_000, count })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ count }))
      .execute()
  }

  beforeEach(async () => {
    await store().database.kysely.deleteFrom('attempts').execute()
    await store().database.kysely.deleteFrom('messages').execute()
  })

  it('refuses a /48 after twenty messages in ten minutes, and no other network', async () => {
    const results = await sendAll(times(40, (n) => `2001:db8:1:${(n * 256).toString(16)}::1`))
    expect(results.slice(0, 20)).toEqual(times(20, () => letThrough))
    expect(results.slice(20)).toEqual(times(20, () => refused))
    expect(await send('2001:db8:2::1')).toBe(letThrough)
    now += 600_001
    expect(await send('2001:db8:1:5::1')).toBe(letThrough)
  })

  it('refuses a /56 after ten', async () => {
    const results = await sendAll(times(12, (n) => `2001:db8:1:${n.toString(16)}::1`))
    expect(results.slice(9)).toEqual([letThrough, refused, refused])
    expect(await send('2001:db8:1:100::1')).toBe(letThrough)
  })

  it('refuses a client after five, also one of no address', async () => {
    for (const client of ['192.0.2.7', 'unknown'])
      expect(await sendAll(times(6, () => client))).toEqual([...times(5, () => letThrough), refused])
    expect(await send('192.0.2.8')).toBe(letThrough)
  })

  it('quarantines messages of a crowded provider or /24 without a proof, and lets those with one through', async () => {
    await fill(19, 'message 600 192.0.2.0/24')
    expect(await sendAll(['192.0.2.1', '192.0.2.2'])).toEqual([letThrough, quarantined])
    expect(await send('192.0.2.3', proven)).toBe(letThrough)
    await fill(49, 'message 3600 2001:db8::/32')
    expect(await sendAll(['2001:db8:1::1', '2001:db8:2::1'])).toEqual([letThrough, quarantined])
    expect(await send('198.51.100.1')).toBe(letThrough)
  })

  it('holds what comes above 500 an hour from everywhere without a proof, and lets through what has one', async () => {
    await fill(499)
    expect(await sendAll(['192.0.2.1', '198.51.100.1'])).toEqual([letThrough, quarantined])
    expect(await send('203.0.113.1', proven)).toBe(letThrough)
    now += 3_600_001
    expect(await send('203.0.113.2')).toBe(letThrough)
  })

  it('asks for a proof only above the limits', async () => {
    const asked: string[] = []
    const prove = async () => {
      asked.push('asked')
      return true
    }
    await send('192.0.2.1', prove)
    expect(asked).toEqual([])
    await fill()
    await send('192.0.2.2', prove)
    expect(asked).toEqual(['asked'])
  })

  it('holds even proven messages when a hundred came above the limits in an hour', async () => {
    await fill()
    await fill(99, 'message proven')
    const results = await sendAll(['192.0.2.1', '198.51.100.1'], proven)
    expect(results).toEqual([letThrough, quarantined])
  })

  it('refuses when the quarantine is full, until messages in it are labelled', async () => {
    await fill()
    const messages = createMessages(store().database)
    await messages.create(input, { spam: quarantinedScore })
    const row = await store().database.kysely.selectFrom('messages').selectAll().executeTakeFirstOrThrow()
    const ids = times(1999, (n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`)
    for (let start = 0; start < ids.length; start += 500)
      await store()
        .database.kysely.insertInto('messages')
        .values(ids.slice(start, start + 500).map((id) => ({ ...row, id })))
        .execute()
    const before = await counted()
    expect(await send('192.0.2.1')).toBe(refused)
    expect(await counted()).toEqual(before)
    expect(await send('192.0.2.1', proven)).toBe(letThrough)
    await messages.updateAll({ ids: ids.slice(0, 10), status: 'new' })
    expect(await send('192.0.2.1')).toBe(quarantined)
  })

  it('counts nothing of what it refuses', async () => {
    await sendAll(times(5, () => '2001:db8:1:1::1'))
    const before = await counted()
    for (let n = 0; n < 20; n += 1) expect(await send('2001:db8:1:1::1')).toBe(refused)
    expect(await counted()).toEqual(before)
    await sendAll(times(15, (n) => `2001:db8:1:${(n + 1) * 100}::1`))
    const full = await counted()
    expect(await sendAll(times(20, (n) => `2001:db8:1:${n + 4000}::1`))).toEqual(times(20, () => refused))
    expect(await counted()).toEqual(full)
  })

  it('lets exactly as many through when they come at once', async () => {
    // Five at a time: thirty at once would wait for their turn longer than a statement may on a busy machine.
    const lane = (n: number) => sendAll(times(6, (count) => `2001:db8:1:${n * 1000 + count * 100}::1`))
    const results = await Promise.all([1, 2, 3, 4, 5].map(lane))
    expect(results.flat().filter((result) => result === letThrough)).toHaveLength(20)
    expect((await counted()).find(({ key }) => key === 'message 600 2001:db8:1::/48')?.count).toBe(20)
  })

  it('forgets windows of a clock that was wrong', async () => {
    await store()
      .database.kysely.insertInto('attempts')
      .values({ key: 'message 600 192.0.2.1', window_start: now + 9e6, window_end: now + 9e7, count: 5 })
      .execute()
    expect(await send('192.0.2.1')).toBe(letThrough)
  })
})
