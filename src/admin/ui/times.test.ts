import { expect, it } from 'vitest'
import { readSources } from '../../../scripts/sources.ts'
import { clockTime, dayTime, fullTime, withLocalTimes } from './times.ts'

it('writes the times of the server as all others', () => {
  const local = fullTime('2026-11-22T17:42:00Z')
  expect(local).toContain(clockTime('2026-11-22T17:42:00Z'))
  expect(withLocalTimes('It is 2026-11-22 17:42 UTC. Since 2026-11-22 17:42 UTC; 12 pages.')).toBe(
    `It is ${local}. Since ${local}; 12 pages.`,
  )
})

it('a plan for another year says which', () => {
  const now = new Date('2026-11-28T12:00')
  expect(
    [dayTime('2027-03-05T10:00', now), dayTime('2026-12-05T10:00', now)].map((text) => /202\d/.test(text)),
  ).toEqual([true, false])
})

it('no other file of the admin writes dates in a way of its own', () => {
  const admin = [...readSources('.')].filter(([file]) => file.startsWith('src/admin/'))
  const own = admin.filter(([, text]) => /DateTimeFormat|toLocale(?:Date|Time)String/.test(text)).map(([file]) => file)
  expect(own.filter((file) => !file.endsWith('.test.ts'))).toEqual(['src/admin/ui/times.ts'])
})
