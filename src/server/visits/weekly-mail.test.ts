import { afterEach, expect, it } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { useMail } from '../../../tests/support/use-mail.ts'
import { createSettings } from '../settings/settings-store.ts'
import { mailVisits } from './report.ts'

const oneHour = 3_600_000
const zone = process.env.TZ

afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

onOneDatabase('the weekly email about visits', (store) => {
  const bench = useMail(store)
  const { set, emails } = bench
  const send = (now = bench.clock.now()) => {
    const { database: db, mail } = bench
    return mailVisits({ db, mail, settings: createSettings(db), publicUrl: 'https://mira.example' }, now)
  }
  const sums = { messages: 0, downloads: 0, opens: 0, views: 0 }

  it('goes out once on a Monday, about the seven days before, to who wants it', async () => {
    const hour = Math.floor(bench.clock.now() / oneHour) - 24
    await bench.database.kysely
      .insertInto('visit_sums')
      .values([
        { kind: 'class', hour, term: 'people none', people: 3, ...sums, views: 7, messages: 1 },
        // Of today, and of another week.
        { kind: 'class', hour: hour + 24, term: 'people none', people: 50, ...sums },
        { kind: 'class', hour: hour - 7 * 24, term: 'people none', people: 2, ...sums },
        { kind: 'source', hour, term: 'search.example', people: 3, ...sums },
      ])
      .execute()
    await set({ visits: true })
    expect(await send()).toBe(0)
    await set({ visits: true, visitsWeekly: true })
    // Before the hour of the digest, and on another day.
    expect(await send(bench.clock.now() - 3 * oneHour)).toBe(0)
    expect(await send(bench.clock.now() + 24 * oneHour)).toBe(0)
    expect(await send()).toBe(1)
    expect(await send(bench.clock.now() + oneHour)).toBe(0)
    const [email, ...more] = await emails()
    expect(more).toEqual([])
    expect(email?.headers).toMatchObject({
      to: expect.stringContaining('mira@mira.example'),
      subject: '3 people visited your site in the last seven days',
    })
    expect(email?.text).toMatch(/^3 people \(2 in the seven days before\) opened 7 pages\./)
    expect(email?.text).toContain('search[.]example: 3')
    expect(email?.text).toContain('https://mira.example/admin/visits?days=7')
    expect(await send(bench.clock.now() + 7 * 24 * oneHour)).toBe(1)
  })

  it('goes out once where Monday begins while it is Sunday in UTC', async () => {
    process.env.TZ = 'Asia/Tokyo'
    await set({ visits: true, visitsWeekly: true })
    const eight = Date.parse('2026-05-04T08:00:00+09:00')
    expect(await send(eight)).toBe(1)
    for (const later of [1, 4, 12]) expect(await send(eight + later * oneHour)).toBe(0)
    expect(await send(eight + 7 * 24 * oneHour)).toBe(1)
  })
})
