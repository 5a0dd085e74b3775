import { expect, it } from 'vitest'
import { createFakeClock } from '../../../tests/support/fake-clock.ts'
import { keptLog } from '../../../tests/support/kept-log.ts'
import { scheduleCleanup } from './cleanup.ts'

const { lines, log } = keptLog()
const hour = 60 * 60 * 1000

it('tidies at the start and every hour, goes on after a failure, and ends when told', async () => {
  const clock = createFakeClock(() => new Promise((resolve) => setImmediate(resolve)))
  const rounds: number[] = []
  const after: number[] = []
  const begun = clock.now()
  const first = async (now: number) => {
    rounds.push((now - begun) / hour)
    if (rounds.length === 2) throw new Error('The database is away.')
    return rounds.length === 1 ? 3 : 0
  }
  const second = async (now: number) => after.push((now - begun) / hour)
  const chores = [
    { run: first, done: 'Old messages are deleted' },
    { run: second, done: 'Old images are swept' },
  ]
  const end = scheduleCleanup(chores, log, clock)
  await clock.pass(24 * hour)
  expect(rounds).toEqual(Array.from({ length: 25 }, (_, hours) => hours))
  // The failure of one is not another's.
  expect(after).toEqual(rounds)
  expect(lines.filter((line) => line.includes('Old messages are deleted') && line.includes('"count":3'))).toHaveLength(
    1,
  )
  expect(lines.filter((line) => line.includes('The database is away.'))).toHaveLength(1)
  end()
  await clock.pass(24 * hour)
  expect(rounds).toHaveLength(25)
})
