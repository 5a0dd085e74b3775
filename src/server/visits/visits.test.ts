import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { countryDatabase } from '../../../tests/support/country-database.ts'
import { onEachDatabase } from '../../../tests/support/databases.ts'
import { createFakeClock, type FakeClock } from '../../../tests/support/fake-clock.ts'
import { keptLog } from '../../../tests/support/kept-log.ts'
import { emptySettings, type Settings } from '../../model/settings/settings.ts'
import { classOf, mostTerms, type SingleVisit } from '../../model/visits/visits.ts'
import { createClockGuard } from '../db/clock-guard.ts'
import type { Database } from '../db/database.ts'
import { deviceOf, signalsOf, sourceOf } from './known-clients.ts'
import { singleVisits, visitsReport } from './report.ts'
import { createVisits, type Visits } from './visits.ts'

const publicUrl = 'https://mira.example'
const oneHour = 3_600_000
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const opened = {
  'accept-language': 'en',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none',
  'user-agent': chrome,
}

type Headers = Record<string, string | undefined>
const asked = (address: string, headers: Headers = {}, url = '/', method = 'GET') => {
  const all = Object.fromEntries(Object.entries({ ...opened, ...headers }).filter(([, value]) => value !== undefined))
  return { method, url, headers: all, socket: { remoteAddress: address } } as unknown as IncomingMessage
}

const { lines, log } = keptLog()

interface Counting {
  visits: Visits
  clock: FakeClock
  /** The monotonic clock of the process. */
  uptime: { ms: number }
}

const startCounting = async (
  database: Database,
  settings: Partial<Settings> = {},
  { trustProxy = 0, countryDatabase = undefined as string | undefined, clock = createFakeClock(async () => {}) } = {},
): Promise<Counting> => {
  const uptime = { ms: 1_000_000 }
  const visits = createVisits({
    database,
    config: { publicUrl, trustProxy, countryDatabase },
    settings: { get: async () => ({ settings: { ...emptySettings, visits: true, ...settings } }) },
    isPage: (path) => !path.startsWith('/assets'),
    log,
    clock,
    uptimeMs: () => uptime.ms,
  })
  await visits.start()
  return { visits, clock, uptime }
}

const reportOf = (database: Database, clock: FakeClock, days = 7) =>
  visitsReport(database.kysely, { days, zone: 'UTC', now: clock.now() }, { on: true, content: undefined })

const emptied = async ({ kysely }: Database) => {
  for (const table of ['visits', 'visit_events', 'visit_sums', 'visit_terms', 'visit_keys', 'open_visits'] as const)
    await kysely.deleteFrom(table).execute()
  await kysely.deleteFrom('meta').where('key', 'in', ['visit rules', 'clock']).execute()
}

// Agents as their makers document them, or as they arrived.
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const clients: [name: string, agent: string, expected: string, headers?: Headers][] = [
  ['Chrome', chrome, 'people', { 'sec-ch-ua': '"Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"' }],
  ['Edge', `${chrome} Edg/142.0.0.0`, 'people'],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'people'],
  ['Safari', safari, 'people'],
  ['Safari of an iPhone', iphone, 'people'],
  [
    'Samsung Internet',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'people',
  ],
  [
    'the browser within Instagram',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 355.0.0.29.89',
    'people',
  ],
  ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'crawlers'],
  ['Bingbot', 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'crawlers'],
  ['DuckDuckBot', 'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)', 'crawlers'],
  ['YandexBot', 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', 'crawlers'],
  ['AhrefsBot', 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'crawlers'],
  ['curl', 'curl/8.11.0', 'crawlers'],
  ['a script', 'python-requests/2.32.3', 'crawlers'],
  ['a browser without a head', chrome.replace('Chrome/', 'HeadlessChrome/'), 'crawlers'],
  ['a browser’s name without a language', chrome, 'crawlers', { 'accept-language': undefined }],
  ['Chrome that says nothing of where it was opened', chrome, 'crawlers', { 'sec-fetch-site': undefined }],
  ['Safari with the hints of Chrome', safari, 'crawlers', { 'sec-ch-ua': '"Chromium";v="142"' }],
  ['no name', '', 'crawlers'],
  [
    'GPTBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'ai-crawlers',
  ],
  ['ClaudeBot', 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)', 'ai-crawlers'],
  ['CCBot', 'CCBot/2.0 (https://commoncrawl.org/faq/)', 'ai-crawlers'],
  [
    'Bytespider',
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
    'ai-crawlers',
  ],
  ['PerplexityBot', 'Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)', 'ai-crawlers'],
  [
    'ChatGPT-User',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
    'ai-readers',
  ],
  [
    'Claude-User',
    'Mozilla/5.0 AppleWebKit/537.36 (compatible; Claude-User/1.0; +Claude-User@anthropic.com)',
    'ai-readers',
  ],
  [
    'Perplexity-User',
    'Mozilla/5.0 (compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)',
    'ai-readers',
  ],
  ['Facebook’s preview', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'previews'],
  ['Slack’s preview', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'previews'],
  ['LinkedIn’s preview', 'LinkedInBot/1.0 (compatible; Mozilla/5.0; +http://www.linkedin.com)', 'previews'],
  ['WhatsApp’s preview', 'WhatsApp/2.24.20.89 A', 'previews'],
  ['UptimeRobot', 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)', 'monitors'],
  ['Pingdom', 'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)', 'monitors'],
  [
    'Better Uptime',
    'Better Uptime Bot Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/98.0.4758.102',
    'monitors',
  ],
]

describe('A client', () => {
  it.each(clients)('%s is classified right', (_, agent, expected, headers = {}) => {
    const { headers: sent } = asked('203.0.113.7', { 'user-agent': agent || undefined, ...headers })
    expect(classOf(signalsOf(sent, publicUrl), new Set()).class).toBe(expected)
  })

  it('on a phone, a tablet or a computer is told apart', () => {
    const device = (agent: string) => deviceOf({ 'user-agent': agent })
    expect([
      device(iphone),
      device(safari),
      device('Mozilla/5.0 (Linux; Android 14; SM-X710) Chrome/142'),
      device('x'),
    ]).toEqual(['phone', 'computer', 'tablet', 'other'])
  })

  it('with a name as long as a header may be costs no time', () => {
    const long = `${'Android'.repeat(1150)}Mobile${'x'.repeat(8000)}`
    const times = Array.from({ length: 10 }, () => {
      const started = performance.now()
      deviceOf({ 'user-agent': long })
      return performance.now() - started
    })
    // The others may have been interrupted by the rest of the machine.
    expect(Math.min(...times)).toBeLessThan(10)
  })

  it('comes from a host, and never from an address', () => {
    const from = (referrer: string) => sourceOf(referrer, publicUrl)
    expect(from('https://www.example.org/a?secret=1')).toBe('example.org')
    for (const none of ['https://mira.example/x', 'http://192.0.2.1/', 'http://[2001:db8::1]/', 'nothing', ''])
      expect(from(none)).toBe('')
  })
})

onEachDatabase('Visits', (store, { name }) => {
  let running: Counting[] = []
  const count = async (...given: Parameters<typeof startCounting> extends [unknown, ...infer Rest] ? Rest : never) => {
    const counting = await startCounting(store().database, ...given)
    running.push(counting)
    return counting
  }
  beforeAll(() => emptied(store().database))
  afterEach(async () => {
    for (const { visits } of running) await visits.stop()
    running = []
    await emptied(store().database)
  })

  it('are counted by views, pages, sources, devices and campaigns', async () => {
    const { visits, clock, uptime } = await count()
    visits.answered(
      asked('203.0.113.7', { referer: 'https://www.search.example/q?who=me' }, '/?utm_source=News&utm_campaign=Spring'),
      '/',
      200,
    )
    visits.answered(asked('203.0.113.7'), '/projects/ferry', 200)
    // The same network.
    visits.answered(asked('203.0.113.200'), '/', 200)
    await visits.write()
    uptime.ms += 31 * 60_000
    clock.jump(31 * 60_000)
    visits.answered(asked('203.0.113.7'), '/', 200)
    visits.opened(asked('203.0.113.7'), '/projects/ferry')
    visits.answered(asked('203.0.113.7', { 'sec-fetch-dest': 'empty' }), '/cv.pdf', 200)
    await visits.messageSent(asked('203.0.113.7'), 'any')
    await visits.write()
    const report = await reportOf(store().database, clock)
    expect(report.now).toEqual({ people: 2, views: 5, messages: 1, downloads: 1, opens: 2 })
    expect(report.days.at(-1)).toEqual({ day: '2026-05-04', ...report.now })
    expect(report.hours[0]?.[10]).toBe(2)
    expect(report.pages.map(({ term, people, views }) => [term, people, views])).toEqual([
      ['/', 2, 3],
      ['/projects/ferry', 2, 2],
    ])
    expect(report.projects.map(({ term, opens, messages }) => [term, opens, messages])).toEqual([
      ['/projects/ferry', 2, 1],
    ])
    expect(report.sources.map(({ term, people, messages }) => [term, people, messages])).toEqual([
      ['', 1, 1],
      ['search.example', 1, 0],
    ])
    expect(report.campaigns.map(({ term }) => term)).toEqual(['news / spring'])
    expect(report.devices.map(({ term, people }) => [term, people])).toEqual([['computer', 2]])
    expect(report.excluded).toEqual([])
  })

  it('are none for what is no page, for what a script reads, and while they are switched off', async () => {
    const { visits, clock } = await count()
    visits.answered(asked('203.0.113.7'), '/assets/boot.js', 200)
    visits.answered(asked('203.0.113.7'), '/', 404)
    visits.answered(asked('203.0.113.7', {}, '/', 'HEAD'), '/', 200)
    visits.answered(asked('203.0.113.7', { 'sec-fetch-dest': 'empty', accept: 'text/html' }), '/', 200)
    visits.answered(asked('203.0.113.7', { 'sec-fetch-dest': undefined, accept: '*/*' }), '/', 200)
    visits.opened(asked('203.0.113.7'), '/')
    const switchedOff = await count({ visits: false })
    switchedOff.visits.answered(asked('203.0.113.7'), '/', 200)
    await visits.write()
    await switchedOff.visits.write()
    expect((await reportOf(store().database, clock)).now.views).toBe(0)
    expect(await store().database.kysely.selectFrom('visit_sums').selectAll().execute()).toEqual([])
    visits.answered(asked('203.0.113.7', { 'sec-fetch-dest': undefined, accept: 'text/html,*/*' }), '/', 200)
    await visits.write()
    expect((await reportOf(store().database, clock)).now.views).toBe(1)
  })

  it('are a number and nothing else for who asks for it, for the owner, and for what is fetched ahead', async () => {
    const { visits, clock } = await count()
    visits.answered(asked('203.0.113.7', { dnt: '1', referer: 'https://a.example/' }), '/', 200)
    visits.answered(asked('203.0.113.7', { 'sec-gpc': '1' }), '/', 200)
    visits.answered(asked('203.0.113.7', { 'sec-purpose': 'prefetch;prerender' }), '/', 200)
    visits.answered(asked('203.0.113.7', { cookie: 'a=b; __Host-vitrine-device=x.y.z' }), '/', 200)
    await visits.messageSent(asked('203.0.113.7', { dnt: '1' }), 'any')
    await visits.write()
    const { kysely } = store().database
    const { excluded, now } = await reportOf(store().database, clock)
    expect(now.views).toBe(0)
    expect(excluded.map((row) => [row.class, row.rule, row.visits, row.views])).toEqual(
      [
        ['private', 'private', 0, 2],
        ['own', 'own', 0, 1],
        ['prefetches', 'prefetch', 0, 1],
      ].sort(([, , , a], [, , , b]) => Number(b) - Number(a)),
    )
    for (const table of ['visits', 'visit_events', 'visit_terms'] as const)
      expect(await kysely.selectFrom(table).selectAll().execute()).toEqual([])
  })

  it('of a burst go to the crawlers, and back when the rule is switched off', async () => {
    const { visits, clock } = await count()
    for (let i = 0; i < 15; i += 1) visits.answered(asked('203.0.113.7'), `/page-${i % 4}`, 200)
    await visits.write()
    for (let i = 0; i < 15; i += 1) visits.answered(asked('203.0.113.7'), `/page-${i % 4}`, 200)
    visits.answered(asked('198.51.100.1'), '/', 200)
    await visits.write()
    const after = await reportOf(store().database, clock)
    expect(after.now).toMatchObject({ people: 1, views: 1 })
    expect(after.pages.map(({ term }) => term)).toEqual(['/'])
    expect(after.excluded).toEqual([{ class: 'crawlers', rule: 'burst', visits: 1, views: 30 }])
    await count({ visitsBursts: false })
    const counted = await reportOf(store().database, clock)
    expect(counted.now).toMatchObject({ people: 2, views: 31 })
    expect(counted.pages.map(({ term, people, views }) => [term, people, views])).toEqual([
      ['/page-0', 1, 8],
      ['/page-1', 1, 8],
      ['/page-2', 1, 8],
      ['/page-3', 1, 6],
      ['/', 1, 1],
    ])
    expect(counted.excluded).toEqual([])
  })

  it('of many browsers behind one address are told apart, before a write and after it', async () => {
    const { visits, clock } = await count()
    for (let round = 0; round < 3; round += 1) {
      for (let i = 0; i < 40; i += 1) {
        const headers = { 'user-agent': `${chrome} ${i}` }
        for (const path of ['/', '/a', '/']) visits.answered(asked('203.0.113.7', headers), path, 200)
      }
      if (round > 0) await visits.write()
    }
    const { now, pages } = await reportOf(store().database, clock)
    expect(now).toMatchObject({ people: 40, views: 360 })
    expect(pages.map(({ term, people, views }) => [term, people, views])).toEqual([
      ['/', 40, 240],
      ['/a', 40, 120],
    ])
  })

  it('across midnight stay one, and their key is another one afterwards', async () => {
    const clock = createFakeClock(async () => {}, Date.parse('2026-05-04T23:55:00Z'))
    const { visits, uptime } = await count({}, { clock })
    visits.answered(asked('203.0.113.7'), '/', 200)
    clock.jump(10 * 60_000)
    uptime.ms += 10 * 60_000
    visits.answered(asked('203.0.113.7'), '/', 200)
    await visits.write()
    const { now } = await reportOf(store().database, clock)
    expect(now).toMatchObject({ people: 1, views: 2 })
  })

  it('cannot be told from a key half an hour after its day, whether anybody came since or not', async () => {
    const clock = createFakeClock(async () => {}, Date.parse('2026-05-04T23:55:00Z'))
    const { visits } = await count({}, { clock })
    const comeBack = async (minutes: number) => {
      clock.jump(minutes * 60_000)
      await visits.write()
      // With the key that was used then, a visitor would be who they were.
      clock.jump(-minutes * 60_000)
      visits.answered(asked('203.0.113.7'), '/', 200)
      await visits.write()
      return (await reportOf(store().database, clock)).now
    }
    expect(await comeBack(0)).toMatchObject({ people: 1, views: 1 })
    expect(await comeBack(34)).toMatchObject({ people: 1, views: 2 })
    // In the table an hour.
    expect(await comeBack(66)).toMatchObject({ people: 2, views: 3 })
  })

  it('are forgotten half an hour later, whoever else comes, and while the database is away', async () => {
    const { database } = store()
    let away: Promise<void> | undefined
    const exclusive: Database['exclusive'] = async (lock, work) => {
      await away
      return database.exclusive(lock, work)
    }
    const counting = await startCounting({ ...database, exclusive })
    running.push(counting)
    const { visits, clock, uptime } = counting
    // SHA-256 as text of bytes.
    const deleted = vi.spyOn(Map.prototype, 'delete')
    const forgotten = () => deleted.mock.calls.filter(([key]) => typeof key === 'string' && key.length === 32).length
    const monitor = () => visits.answered(asked('198.51.100.1', { 'sec-fetch-dest': 'empty' }), '/cv.pdf', 200)
    monitor()
    visits.answered(asked('203.0.113.7'), '/', 200)
    uptime.ms += 20 * 60_000
    monitor()
    await visits.write()
    uptime.ms += 15 * 60_000
    monitor()
    deleted.mockClear()
    const { promise, resolve } = Promise.withResolvers<void>()
    away = promise
    const written = visits.write()
    const counts = [forgotten()]
    visits.answered(asked('203.0.113.7'), '/', 200)
    uptime.ms += 31 * 60_000
    deleted.mockClear()
    await clock.pass(5000)
    counts.push(forgotten())
    deleted.mockRestore()
    resolve()
    await written
    expect(counts).toEqual([1, 2])
    await visits.write()
    expect((await reportOf(database, clock)).now).toMatchObject({ people: 3, views: 2, downloads: 3 })
    expect(
      (await database.kysely.selectFrom('open_visits').select('visitor').execute()).map(({ visitor }) => visitor),
    ).not.toContain('')
  })

  it('stay at a start whose clock is behind: of the future is what no clock that was believed has reached', async () => {
    const { visits, clock } = await count()
    const { database } = store()
    visits.answered(asked('203.0.113.7'), '/', 200)
    await visits.write()
    const guard = createClockGuard(database, log)
    const behind = clock.now() - 3 * 365 * 24 * oneHour
    for (const now of [clock.now(), behind]) await guard(now)
    await visits.cleanUp(behind)
    expect((await reportOf(database, clock)).now).toMatchObject({ people: 1, views: 1 })
  })

  it('stay sane when the clock jumps, and those of a time to come are deleted', async () => {
    const { visits, clock } = await count()
    visits.answered(asked('203.0.113.7'), '/', 200)
    clock.jump(400 * 24 * oneHour)
    visits.answered(asked('203.0.113.7'), '/', 200)
    clock.jump(-401 * 24 * oneHour)
    visits.answered(asked('203.0.113.7'), '/', 200)
    clock.jump(24 * oneHour)
    await visits.write()
    const before = await reportOf(store().database, clock)
    // The key of the day is another one after the jump.
    expect(before.now).toMatchObject({ people: 2, views: 2 })
    await visits.cleanUp(clock.now())
    const { kysely } = store().database
    const hours = await kysely.selectFrom('visit_sums').select('hour').distinct().execute()
    expect(Math.max(...hours.map(({ hour }) => hour))).toBe(Math.floor(clock.now() / oneHour))
    expect((await reportOf(store().database, clock)).now).toMatchObject({ people: 2, views: 2 })
    // Within a day no jump ends a visit.
    for (const hours of [0, 6, -3]) {
      clock.jump(hours * oneHour)
      visits.answered(asked('198.51.100.1'), '/', 200)
    }
    clock.jump(8 * oneHour)
    await visits.write()
    expect((await reportOf(store().database, clock)).now).toMatchObject({ people: 3, views: 5 })
  })

  it('are counted by country where a file tells it, whole again after it was replaced, and without it while it is broken', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-countries-'))
    const file = path.join(folder, 'countries.mmdb')
    lines.length = 0
    const { visits, clock, uptime } = await count({}, { countryDatabase: file })
    const pass = async () => {
      uptime.ms += 61_000
      await visits.write()
    }
    visits.answered(asked('203.0.113.7'), '/', 200)
    await writeFile(file, countryDatabase({ '203.0.113.0/24': 'DE', '2001:db8::/32': 'FR' }))
    await pass()
    for (const address of ['203.0.114.1', '::ffff:203.0.113.8', '2001:db8:1::5', '198.51.100.9', 'no address'])
      visits.answered(asked(address, { 'user-agent': `${chrome} ${address}` }), '/', 200)
    visits.answered(asked('203.0.113.9', { 'user-agent': 'curl/8.11.0' }), '/', 200)
    await writeFile(file, 'SQLite format 3')
    await pass()
    visits.answered(asked('203.0.113.9', { 'user-agent': `${chrome} again` }), '/', 200)
    await writeFile(file, countryDatabase({ '203.0.113.0/24': 'AT' }))
    await pass()
    visits.answered(asked('203.0.113.9', { 'user-agent': `${chrome} at last` }), '/', 200)
    await visits.write()
    const { now, countries } = await reportOf(store().database, clock)
    expect(now.people).toBe(8)
    expect(countries.map(({ term, people }) => [term, people])).toEqual([
      ['DE', 2],
      ['AT', 1],
      ['FR', 1],
    ])
    expect(lines.map((line) => JSON.parse(line)).map(({ event, reason }) => [event, reason])).toEqual([
      ['The file with countries cannot be read', `${file} cannot be read (ENOENT).`],
      ['Countries of visits are known', undefined],
      ['The file with countries cannot be read', `${file} is no whole database in MaxMind’s format (.mmdb).`],
      ['Countries of visits are known', undefined],
    ])
    await rm(folder, { recursive: true })
  })

  it('are listed one by one with what spoke for their class, the newest first, a page at a time', async () => {
    const { visits, clock } = await count()
    const day = clock.now()
    for (let hour = 0; hour < 3; hour += 1) {
      visits.answered(
        asked(`198.51.${hour}.1`, { 'user-agent': 'curl/8.11.0', 'accept-language': undefined }),
        '/',
        200,
      )
      visits.answered(asked(`198.51.${hour}.2`, { 'accept-language': undefined }), `/page-${hour}`, 200)
      visits.answered(asked(`198.51.${hour}.3`), '/', 200)
      await visits.write()
      clock.jump(oneHour)
    }
    const { kysely } = store().database
    const read: SingleVisit[] = []
    for (let cursor: string | undefined, pages = 0; pages === 0 || cursor; pages += 1) {
      const { visits: found, next } = await singleVisits(kysely, { class: 'crawlers', limit: 4, cursor })
      expect(found.length).toBeLessThanOrEqual(4)
      read.push(...found)
      cursor = next ?? undefined
    }
    expect(new Set(read.map(({ id }) => id)).size).toBe(6)
    expect(read.map(({ hour }) => (Date.parse(hour) - day) / oneHour)).toEqual([2, 2, 1, 1, 0, 0])
    const newest = read.slice(0, 2).toSorted((a, b) => (a.rule < b.rule ? -1 : 1))
    expect(newest.map(({ rule, signals, page, device }) => [rule, signals, page, device])).toEqual([
      ['bot', ['bot', 'noLanguage'], '/', 'other'],
      ['no-language', ['noLanguage'], '/page-2', 'computer'],
    ])
  })

  it('are deleted one by one after ninety days, and their sums stay, by day', async () => {
    const { visits, clock } = await count()
    visits.answered(asked('203.0.113.7'), '/', 200)
    await visits.write()
    const before = await reportOf(store().database, clock, 365)
    expect(await visits.cleanUp(clock.now() + 89 * 24 * oneHour)).toBe(0)
    expect(await visits.cleanUp(clock.now() + 91 * 24 * oneHour)).toBe(1)
    const { kysely } = store().database
    expect(await kysely.selectFrom('visits').selectAll().execute()).toEqual([])
    expect(await kysely.selectFrom('visit_events').selectAll().execute()).toEqual([])
    const after = await reportOf(store().database, clock, 365)
    expect(after).toEqual(before)
    const pages = await kysely.selectFrom('visit_sums').select('hour').where('kind', '=', 'page').execute()
    expect(pages.map(({ hour }) => hour % 24)).toEqual([0])
  })

  it('of made-up sources are counted together once a month has too many', async () => {
    const { visits, clock } = await count()
    const spam = mostTerms + 40
    for (let i = 0; i < spam; i += 1)
      visits.answered(asked(`10.${i >> 8}.${i & 255}.1`, { referer: `https://spam${i}.example/` }), '/', 200)
    await visits.write()
    const sources = await store()
      .database.kysely.selectFrom('visit_sums')
      .selectAll()
      .where('kind', '=', 'source')
      .execute()
    expect(sources).toHaveLength(mostTerms + 1)
    expect(sources.find(({ term }) => term === 'other')?.people).toBe(40)
    expect((await reportOf(store().database, clock)).now.people).toBe(spam)
  })

  it('are not lost while the database is away', async () => {
    const { database } = store()
    let isAway = true
    const exclusive: Database['exclusive'] = (lock, work) => {
      if (isAway) throw new Error('The database is away.')
      return database.exclusive(lock, work)
    }
    const { visits, clock } = await startCounting({ ...database, exclusive })
    visits.answered(asked('203.0.113.7'), '/', 200)
    await visits.write()
    visits.answered(asked('203.0.113.7'), '/', 200)
    await visits.write()
    isAway = false
    visits.answered(asked('203.0.113.7'), '/', 200)
    await visits.stop()
    expect((await reportOf(database, clock)).now).toMatchObject({ people: 1, views: 3 })
  })

  it('are written at most ten seconds late', async () => {
    const clock = createFakeClock(() => new Promise((resolve) => setImmediate(resolve)))
    const { visits } = await count({}, { clock })
    visits.answered(asked('203.0.113.7'), '/', 200)
    await clock.pass(5000)
    await expect.poll(async () => (await reportOf(store().database, clock)).now.views).toBe(1)
  })

  it.runIf(name === 'Postgres')('of one person in two processes are one', async () => {
    const first = await count()
    const second = await count()
    const third = await count()
    first.visits.answered(asked('203.0.113.7', { referer: 'https://a.example/' }), '/', 200)
    await first.visits.write()
    second.visits.answered(asked('203.0.113.7'), '/', 200)
    second.visits.opened(asked('203.0.113.7'), '/projects/ferry')
    third.visits.answered(asked('198.51.100.1'), '/', 200)
    await Promise.all([second.visits.write(), third.visits.write()])
    first.visits.answered(asked('203.0.113.7'), '/', 200)
    await first.visits.write()
    await second.visits.messageSent(asked('203.0.113.7'), 'any')
    await second.visits.write()
    const report = await reportOf(store().database, first.clock)
    expect(report.now).toMatchObject({ people: 2, views: 5, opens: 1, messages: 1 })
    expect(report.pages.map(({ term, people, views }) => [term, people, views])).toEqual([
      ['/', 2, 4],
      ['/projects/ferry', 1, 1],
    ])
    expect(report.sources.find(({ term }) => term === 'a.example')).toMatchObject({ people: 1, messages: 1 })
    const { kysely } = store().database
    expect(await kysely.selectFrom('visit_keys').selectAll().execute()).toHaveLength(1)
    first.clock.jump(25 * oneHour)
    first.visits.answered(asked('203.0.113.7'), '/', 200)
    await first.visits.write()
    expect((await kysely.selectFrom('visit_keys').select('day').execute()).length).toBe(1)
    const switchedOff = await count({ visits: false }, { clock: createFakeClock(async () => {}, first.clock.now()) })
    switchedOff.clock.jump(25 * oneHour)
    await switchedOff.visits.write()
    expect(await kysely.selectFrom('visit_keys').select('day').execute()).toEqual([])
  })
})
