import { expect, it } from 'vitest'
import { createCspReports } from './csp-reports.ts'

const site = 'https://mira.example'
const modern = (blockedURL: string, documentURL = 'https://mira.example/all?secret=1') => ({
  type: 'csp-violation',
  body: { effectiveDirective: 'script-src-elem', blockedURL, documentURL },
})

it('are counted by kind, without what may be personal in an address', () => {
  const reports = createCspReports(site)
  reports.take([modern('https://ads.example/x.js?who=me'), modern('https://ads.example/y.js'), modern('inline')], 'a')
  reports.take(
    {
      'csp-report': { 'violated-directive': 'img-src', 'blocked-uri': 'data', 'document-uri': 'https://mira.example/' },
    },
    'a',
  )
  expect(reports.list().map(({ directive, blocked, page, count }) => [directive, blocked, page, count])).toEqual([
    ['script-src-elem', 'https://ads.example', '/all', 2],
    ['script-src-elem', 'inline', '/all', 1],
    ['img-src', 'data', '/', 1],
  ])
})

it.each([
  undefined,
  null,
  1,
  'text',
  [],
  [null],
  {},
  { body: 1 },
  { body: { effectiveDirective: 1 } },
  modern('chrome-extension://x/y.js'),
])('leave out what is none of ours: %j', (sent) => {
  const reports = createCspReports(site)
  reports.take(sent, 'a')
  expect(reports.list()).toEqual([])
})

it.each([
  modern('https://ads.example/x.js', 'https://elsewhere.example/'),
  modern('https://ads.example/x.js', 'not an address'),
  modern('javascript:alert(1)'),
  modern('any text that somebody made up'),
  { ...modern('inline'), body: { ...modern('inline').body, effectiveDirective: 'made-up-src' } },
])('leave out what no browser would say of our pages: %j', (sent) => {
  const reports = createCspReports(site)
  reports.take(sent, 'a')
  expect(reports.list()).toEqual([])
})

it('are taken ten a minute and in five kinds from one sender, and in fifty kinds from all', () => {
  let now = 0
  const reports = createCspReports(site, () => now)
  const flood = Array.from({ length: 500 }, (_, n) => modern(`https://host${n}.example/`))
  reports.take(flood, 'a')
  expect(reports.list()).toHaveLength(5)
  reports.take(modern('https://host0.example/'), 'a')
  expect(reports.list()[0]?.count).toBe(1)
  now = 60_000
  reports.take(modern('https://host0.example/'), 'a')
  expect(reports.list()[0]?.count).toBe(2)
  for (let sender = 0; sender < 100; sender += 1) {
    const own = flood.map((_, n) => modern(`https://host${n}-of-${sender}.example/`))
    reports.take(own, `10.0.0.${sender}`)
    // The parts of one /48 are one sender.
    reports.take(own, `2001:db8:1:${sender}::/64`)
  }
  expect(reports.list()).toHaveLength(50)
})

it('show a real violation however many are forged, before and after it', () => {
  const reports = createCspReports(site, () => 0)
  const forge = (from: number, to: number) => {
    for (let sender = from; sender < to; sender += 1)
      reports.take(
        Array.from({ length: 10 }, (_, n) => modern(`https://forged${n}-${sender}.example/`)),
        `10.0.0.${sender}`,
      )
  }
  forge(0, 20)
  reports.take(modern('https://real.example/x.js'), 'visitor 1')
  forge(20, 25)
  reports.take(modern('https://real.example/x.js'), 'visitor 2')
  forge(25, 59)
  expect(reports.list()[0]).toMatchObject({ blocked: 'https://real.example', count: 2 })
})
