import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { createFakeClock, type FakeClock } from '../../../tests/support/fake-clock.ts'
import { journalOf } from '../../../tests/support/journal.ts'
import { keptLog } from '../../../tests/support/kept-log.ts'
import { examples } from '../../model/content/examples.ts'
import { Invalid } from '../../model/errors.ts'
import { createEntries, type Entries } from '../content/entries.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { createScheduled } from './scheduled.ts'

const by = 'owner'
const [example] = examples.skills
if (!example) throw new Error('The examples are gone.')
const anHour = 3_600_000
const { log } = keptLog()

onEachDatabase('scheduled publishing', (store) => {
  let database: Database
  let entries: Entries
  let clock: FakeClock
  let running: ReturnType<typeof createScheduled>[] = []

  beforeAll(() => {
    database = store().database
    entries = createEntries(database)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await Promise.all(running.map((one) => one.stop()))
    running = []
  })

  const start = (on: Database = database) => {
    const scheduled = createScheduled({ database: on, log, clock })
    running.push(scheduled)
    scheduled.start()
    return scheduled
  }
  const settled = async () => {
    await Promise.all(running.map((one) => one.settled()))
  }
  const newClock = () => {
    clock = createFakeClock(settled, Date.now())
  }
  const inHours = (hours: number) => new Date(clock.now() + hours * anHour).toISOString()
  const create = (name: string, publish = false) => entries.create('skills', { ...example, name }, { by, publish })
  const actions = async (entry: string) =>
    (await journalOf(database).list({ entry })).changes.map(({ action, by }) => `${action} by ${by}`)

  it('publishes the draft as it is then and takes it off, in the name of who chose the times, once for all processes', async () => {
    newClock()
    const { id } = await create('Go')
    const planned = await entries.schedule(
      'skills',
      id,
      { publishAt: inHours(1), takeOffAt: inHours(2) },
      { by: 'Ada' },
    )
    expect(planned).toMatchObject({ status: 'draft', schedule: { by: 'Ada', failure: null } })
    await entries.update('skills', id, { name: 'Go 2' }, { by, version: planned.version, publish: false })
    const other = await openDatabase(store().options)
    start()
    start(other)
    await clock.pass(0.9 * anHour)
    expect((await entries.get('skills', id)).status).toBe('draft')
    await clock.pass(0.2 * anHour)
    const live = await entries.get('skills', id)
    expect(live).toMatchObject({ status: 'published', data: { name: 'Go 2' }, schedule: { publishAt: null } })
    await clock.pass(anHour)
    expect(await entries.get('skills', id)).toMatchObject({
      status: 'draft',
      schedule: null,
      publishedAt: live.publishedAt,
    })
    expect((await actions(id)).filter((one) => one.endsWith('Ada'))).toEqual([
      'unpublish by Ada',
      'publish by Ada',
      'schedule by Ada',
    ])
    await settled()
    await Promise.all(running.map((one) => one.stop()))
    await other.close()
  })

  it('catches up after the site did not run, and after the clock leapt; a clock set back waits', async () => {
    newClock()
    const [late, leapt] = [await create('Late'), await create('Leapt')]
    await entries.schedule('skills', late.id, { publishAt: inHours(1) }, { by })
    await entries.schedule('skills', leapt.id, { publishAt: inHours(30) }, { by })
    clock.jump(2 * anHour)
    start()
    await clock.pass(1000)
    expect((await entries.get('skills', late.id)).status).toBe('published')
    clock.jump(-72 * anHour)
    await clock.pass(60_000)
    expect((await entries.get('skills', leapt.id)).status).toBe('draft')
    clock.jump(120 * anHour)
    await clock.pass(16_000)
    expect((await entries.get('skills', leapt.id)).status).toBe('published')
  })

  it('keeps a draft that cannot go live and marks it, without trying again', async () => {
    newClock()
    const { id } = await create('Whole')
    const { version } = await entries.schedule('skills', id, { publishAt: inHours(1) }, { by })
    await entries.update('skills', id, { name: '' }, { by, version, publish: false })
    start()
    await clock.pass(2 * anHour)
    const entry = await entries.get('skills', id)
    expect(entry).toMatchObject({ status: 'draft', schedule: { failure: expect.any(String) } })
    const journal = journalOf(database)
    const chosen = (await journal.list({ entry: id })).changes.find(({ action }) => action === 'schedule')
    const undo = await journal.undo(chosen?.id ?? 0, { by })
    expect((await entries.get('skills', id)).schedule).toBeNull()
    await journal.undo(undo.id, { by })
    const { version: current } = await entries.get('skills', id)
    // Before the entry is whole again: it is due, and every change is looked at.
    clock.jump(-2 * anHour)
    await entries.update('skills', id, { name: 'Whole' }, { by, version: current, publish: false })
    await clock.pass(0.5 * anHour)
    expect((await entries.get('skills', id)).status).toBe('draft')
    expect(await entries.publish('skills', id, { by })).toMatchObject({ schedule: null, status: 'published' })
  })

  it('can be changed and cancelled, and is undone without being repeated', async () => {
    newClock()
    const { id } = await create('Twice')
    await entries.schedule('skills', id, { publishAt: inHours(1) }, { by })
    await entries.schedule('skills', id, { publishAt: inHours(3) }, { by })
    const scheduled = start()
    await clock.pass(2 * anHour)
    expect((await entries.get('skills', id)).status).toBe('draft')
    await entries.schedule('skills', id, {}, { by })
    await clock.pass(2 * anHour)
    expect(await entries.get('skills', id)).toMatchObject({ status: 'draft', schedule: null })

    vi.useFakeTimers({ toFake: ['Date'] })
    await entries.schedule('skills', id, { publishAt: new Date(Date.now() + 1000).toISOString() }, { by })
    clock.jump(anHour)
    await clock.pass(20_000)
    await scheduled.settled()
    expect((await entries.get('skills', id)).status).toBe('published')
    const journal = journalOf(database)
    const [publication] = (await journal.list({ entry: id })).changes
    vi.setSystemTime(Date.now() + 2000)
    await journal.undo(publication?.id ?? 0, { by })
    await clock.pass(anHour)
    expect(await entries.get('skills', id)).toMatchObject({ status: 'draft', schedule: null })
  })

  it('refuses times that are over, that are in the wrong order, and drafts that could not go live', async () => {
    newClock()
    const { id } = await create('Wrong')
    const refused = (times: { publishAt?: string; takeOffAt?: string }) =>
      expect(entries.schedule('skills', id, times, { by })).rejects.toThrow(Invalid)
    await refused({ publishAt: inHours(-1) })
    await refused({ publishAt: inHours(2), takeOffAt: inHours(1) })
    await refused({ takeOffAt: inHours(1) })
    await refused({ publishAt: inHours(24 * 366 * 6) })
    const { version } = await entries.get('skills', id)
    await entries.update('skills', id, { name: '' }, { by, version, publish: false })
    await refused({ publishAt: inHours(1) })
    expect((await entries.get('skills', id)).schedule).toBeNull()
  })

  it('ends with the trash', async () => {
    newClock()
    const { id } = await create('Gone')
    await entries.schedule('skills', id, { publishAt: inHours(1) }, { by })
    await entries.remove('skills', id, { by })
    clock.jump(2 * anHour)
    start()
    await clock.pass(20_000)
    expect(await entries.restore('skills', id, { by })).toMatchObject({ status: 'draft', schedule: null })
  })
})
