import { expect, it } from 'vitest'
import { createCspReports } from './csp-reports.ts'

const modern = (blockedURL: string, documentURL = 'https://mira.example/all?secret=1') => ({
  type: 'csp-violation',
  body: { effectiveDirective: 'script-src-elem', blockedURL, documentURL },
})

it('are counted by kind, without what may be personal in an address', () => {
  const reports = createCspReports()
  reports.take([modern('https://ads.example/x.js?who=me'), modern('https://ads.example/y.js'), modern('inline')])
  reports.take({
    'csp-report': { 'violated-directive': 'img-src', 'blocked-uri': 'data', 'document-uri': 'https://m.example/' },
  })
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
  const reports = createCspReports()
  reports.take(sent)
  expect(reports.list()).toEqual([])
})

it('are taken sixty a minute and in fifty kinds, whatever is sent', () => {
  let now = 0
  const reports = createCspReports(() => now)
  const flood = Array.from({ length: 500 }, (_, n) => modern(`https://host${n}.example/`))
  reports.take(flood)
  expect(reports.list()).toHaveLength(50)
  reports.take(modern('https://host0.example/'))
  expect(reports.list()[0]?.count).toBe(1)
  now = 60_000
  reports.take(modern('https://host0.example/'))
  expect(reports.list()[0]?.count).toBe(2)
})
