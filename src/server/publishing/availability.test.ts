import { afterEach, expect, it } from 'vitest'
import { onOneDatabase } from '../../../tests/support/databases.ts'
import { emptyContent } from '../../../tests/support/example-content.ts'
import { createFakeClock } from '../../../tests/support/fake-clock.ts'
import { keptLog } from '../../../tests/support/kept-log.ts'
import type { Page } from '../../model/publishing/page.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { createLastGood } from './content.ts'
import { createSnapshots } from './page-snapshots.ts'
import { createPublisher } from './publisher.ts'
import { createScheduled } from './scheduled.ts'

const { log } = keptLog()
const page = (path: string, body: string): Page => ({ path, status: 200, type: 'text/html', body, styles: [] })
const hour = 3_600_000
const day = 24 * hour
const text = 'Available from March'

const contentOf = (availability: string, availableUntil: string): Content => {
  const content = emptyContent()
  return { ...content, version: 1, settings: { ...content.settings, availability, availableUntil } }
}

onOneDatabase('The availability', (store) => {
  const running: { stop(): unknown }[] = []
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop()
  })

  /** A process whose clock stands at ten in the morning of the 4th of May here and seven seconds, and whose page is the availability. */
  const start = async (read: () => Content, startsAt = new Date(2026, 4, 4, 10, 0, 7).getTime()) => {
    const clock = createFakeClock(async () => {
      await scheduled.settled()
      await publisher.idle()
    }, startsAt)
    const snapshots = createSnapshots()
    const lastGood = createLastGood(store().database)
    let drawn = 0
    const publisher = createPublisher({
      site: {
        pages: ({ settings }) => {
          drawn += 1
          return [page('/', `Now: ${settings.availability}`)]
        },
        ...{ cards: () => [], testimonialPage: () => page('/', ''), sentPage: () => page('/', '') },
        ...{ sharedDraft: () => page('/', ''), refusedMessage: () => page('/', '') },
      },
      read: async () => read(),
      ...{ snapshots, headers: () => [], log, lastGood, now: clock.now },
    })
    const scheduled = createScheduled({ database: store().database, log, clock, publisher })
    running.push(scheduled, { stop: publisher.close })
    publisher.changed()
    await publisher.idle()
    scheduled.start()
    await scheduled.settled()
    return {
      clock,
      keep: lastGood.close,
      drawn: () => drawn,
      shown: () => snapshots.current.get('/')?.answers[3]?.body.toString(),
      data: () => JSON.parse(snapshots.deferred.get('/api/content')?.body ?? '').settings,
    }
  }

  it('stands to the end of its last day here, and disappears then without a change by anybody', async () => {
    const { clock, shown, data, drawn } = await start(() => contentOf(text, '2026-05-05'))
    await clock.pass(day + 14 * hour - 7001)
    expect([shown(), data().availability]).toEqual([`Now: ${text}`, text])
    await clock.pass(1)
    expect(shown()).toBe('Now: ')
    expect(data()).toMatchObject({ availability: '', availableUntil: '2026-05-05' })
    await clock.pass(day)
    expect(drawn()).toBe(2)
  })

  it('is drawn again, with the footer, when the year turns where the owner is, once', async () => {
    const content = contentOf(text, '')
    content.settings.timeZone = 'Pacific/Kiritimati'
    const { clock, drawn } = await start(() => content, Date.parse('2026-12-31T09:00:00Z'))
    await clock.pass(hour - 1)
    expect(drawn()).toBe(1)
    await clock.pass(60_000)
    expect(drawn()).toBe(2)
    await clock.pass(3 * day)
    expect(drawn()).toBe(2)
  })

  it('stays without a last day, and draws nothing again', async () => {
    const { clock, shown, drawn } = await start(() => contentOf(text, ''))
    await clock.pass(3 * day)
    expect([shown(), drawn()]).toEqual([`Now: ${text}`, 1])
  })

  it('disappears when the clock leaps over its end, and comes back when the clock is set back', async () => {
    const { clock, shown } = await start(() => contentOf(text, '2026-05-05'))
    clock.jump(40 * day)
    await clock.pass(60_000)
    expect(shown()).toBe('Now: ')
    clock.jump(-40 * day)
    await clock.pass(60_000)
    expect(shown()).toBe(`Now: ${text}`)
  })

  it('is not shown by a process that starts after it, neither of what is stored nor of the state before the restart', async () => {
    const before = await start(() => contentOf(text, '2026-05-05'))
    expect(before.shown()).toBe(`Now: ${text}`)
    await before.keep()
    const later = new Date(2026, 4, 6, 0, 0, 1).getTime()
    expect((await start(() => contentOf(text, '2026-05-05'), later)).shown()).toBe('Now: ')
    const away = await start(() => {
      throw new Error('The database is away.')
    }, later)
    expect(away.shown()).toBe('Now: ')
  })
})
