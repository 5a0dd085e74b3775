import { afterAll, beforeAll, expect, it } from 'vitest'
import { localTime } from '../ui/times.ts'
import { chosenTime } from './schedule-dialog.tsx'

const zone = process.env.TZ
beforeAll(() => {
  process.env.TZ = 'Europe/Berlin'
})
afterAll(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

it('reads a local time, in summer and in winter, and shows it again', () => {
  expect(chosenTime('2026-11-24T09:00')).toEqual({ iso: '2026-11-24T08:00:00.000Z', note: undefined })
  expect(chosenTime('2026-06-24T09:00')?.iso).toBe('2026-06-24T07:00:00.000Z')
  expect(localTime('2026-06-24T07:00:00.000Z')).toBe('2026-06-24T09:00')
})

it('tells which time is meant when the clocks change', () => {
  expect(chosenTime('2027-03-28T02:30')).toMatchObject({
    iso: '2027-03-28T01:30:00.000Z',
    note: expect.stringContaining('left out'),
  })
  expect(chosenTime('2026-10-25T02:30')).toMatchObject({
    iso: '2026-10-25T00:30:00.000Z',
    note: expect.stringContaining('twice'),
  })
  expect(chosenTime('2026-10-25T03:30')?.note).toBeUndefined()
})

it('takes no time from an empty field', () => {
  expect(chosenTime('')).toBeUndefined()
  expect(localTime(null)).toBe('')
})
