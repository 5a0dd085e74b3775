import { expect, it } from 'vitest'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { createFakeClock } from '../../../tests/support/fake-clock.ts'
import { keptLog } from '../../../tests/support/kept-log.ts'
import { createEntries } from '../content/entries.ts'
import { scheduleCleanup } from '../process/cleanup.ts'
import { createClockGuard } from './clock-guard.ts'
import { type Database, writeMeta } from './database.ts'

const hour = 3_600_000
const day = 24 * hour

onEachDatabase('Cleanup under a clock that cannot be right', (store) => {
  const { lines, log } = keptLog()

  /** A process that begins at this time: what it deletes by, in days since the first. */
  const begun = Date.now()
  const start = async (database: Database, at: number) => {
    const rounds: number[] = []
    let settled = 0
    const clock = createFakeClock(async () => {}, at)
    let passed = 0
    const guard = createClockGuard(database, log, () => passed)
    const tasks = [{ run: async (now: number) => rounds.push(Math.floor((now - begun) / day)), done: 'Done' }]
    const end = scheduleCleanup(tasks, log, clock, async (now) => {
      const may = await guard(now)
      settled += 1
      return may
    })
    const pass = async (hours: number) => {
      for (let n = 0; n < hours; n += 1) {
        const before = settled
        passed += hour
        await clock.pass(hour)
        await expect.poll(() => settled, { interval: 1 }).toBeGreaterThan(before)
      }
    }
    await expect.poll(() => settled, { interval: 1 }).toBe(1)
    return { rounds, pass, end, jump: clock.jump }
  }

  it('deletes nothing at a start years ahead, and goes on when the clock is right again', async () => {
    const { database } = store()
    await createEntries(database).create('skills', { name: 'Patience', percent: 90 }, { by: 'test' })
    // The first start that knows the guard, already years ahead: the newest row is what counts.
    const ahead = await start(database, begun + 3 * 365 * day)
    await ahead.pass(5)
    ahead.end()
    expect(ahead.rounds).toEqual([])
    expect(lines.filter((line) => line.includes('Nothing is deleted by this clock'))).toHaveLength(1)
    const right = await start(database, begun + hour)
    await right.pass(1)
    right.end()
    expect(right.rounds.length).toBeGreaterThan(1)
  })

  it('deletes again once a site that was off for a month has run for a day, over restarts', async () => {
    const { database } = store()
    const later = await start(database, begun + 30 * day)
    await later.pass(20)
    later.end()
    const again = await start(database, begun + 30 * day + 21 * hour)
    await again.pass(3)
    expect([later.rounds, again.rounds]).toEqual([[], []])
    await again.pass(1)
    expect(again.rounds).toEqual([31])
    // A jump in a process that runs.
    again.jump(365 * day)
    await again.pass(10)
    expect(again.rounds.filter((one) => one > 100)).toEqual([])
    again.jump(-365 * day)
    await again.pass(1)
    again.end()
    expect(again.rounds.length).toBeGreaterThan(1)
  })

  it('starts the day again with each jump', async () => {
    const { database } = store()
    const first = await start(database, begun + 400 * day)
    await first.pass(23)
    first.end()
    const second = await start(database, begun + 800 * day)
    await second.pass(5)
    second.end()
    expect([first.rounds, second.rounds]).toEqual([[], []])
  })

  it('deletes again after two weeks of runs under an hour, however few', async () => {
    const { database } = store()
    const rounds: number[][] = []
    for (let n = 0; n <= 5; n += 1) {
      const run = await start(database, begun + (2000 + 3 * n) * day)
      run.end()
      rounds.push(run.rounds)
    }
    expect(rounds).toEqual([[], [], [], [], [], [2015]])
  })

  it('deletes as usual while the clock is behind, which is not noted: the right time is believed at once', async () => {
    const { database } = store()
    await writeMeta(database.kysely, 'clock', JSON.stringify({ believed: begun + 2015 * day }))
    const behind = await start(database, begun)
    await behind.pass(2)
    behind.end()
    expect(behind.rounds).toHaveLength(3)
    const right = await start(database, begun + 2016 * day)
    right.end()
    expect(right.rounds).toEqual([2016])
  })

  it('counts the hours of two processes at once as one, also where their clocks differ by seconds', async () => {
    const { database } = store()
    const at = begun + 3000 * day
    const [one, other] = [await start(database, at), await start(database, at - 5000)]
    for (let n = 0; n < 20; n += 1) for (const process of [one, other]) await process.pass(1)
    expect([one.rounds, other.rounds]).toEqual([[], []])
    for (let n = 0; n < 5; n += 1) for (const process of [one, other]) await process.pass(1)
    for (const process of [one, other]) process.end()
    expect(Math.min(one.rounds.length, other.rounds.length)).toBeGreaterThan(0)
  })
})
