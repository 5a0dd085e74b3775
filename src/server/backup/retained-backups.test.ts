import { expect, it } from 'vitest'
import { retainedBackups } from './daily-backup.ts'

const aDay = 86_400_000
const today = Date.parse('2026-11-21T03:00:00Z')
const daysAgo = (time: number) => Math.round((today - time) / aDay)

it('a year of daily backups leaves seven days and a backup of each of the weeks before', () => {
  let kept: number[] = []
  for (let day = 364; day >= 0; day -= 1) {
    kept.push(today - day * aDay)
    const spared = retainedBackups(kept)
    kept = kept.filter((time) => spared.has(time))
  }
  const ages = kept.map(daysAgo).sort((a, b) => a - b)
  expect(ages.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(ages.length).toBeLessThanOrEqual(11)
  expect(ages.at(-1)).toBeGreaterThanOrEqual(22)
  const gaps = ages.slice(7).map((age, n) => age - (ages[n + 6] as number))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(7)
})

it('of many on one day the newest stays, and old ones stay while no new ones come', () => {
  expect([...retainedBackups([today, today + 1000, today + 2000])]).toEqual([today + 2000])
  const lonely = [today - 300 * aDay, today - 200 * aDay]
  expect([...retainedBackups(lonely)].sort()).toEqual(lonely)
})
