import { describe, expect, it } from 'vitest'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { builtInThemes, plainTones } from '../../../tests/support/themes.ts'
import { lowContrasts } from './contrast.ts'
import { pageFacts, shownWidth } from './page-facts.ts'
import type { ReadinessRule } from './readiness.ts'
import { type ReadySite, readinessOf } from './rules.ts'

const siteOf = (changes: Partial<ReadySite> = {}): ReadySite => ({
  ...{
    content: exampleContent(),
    pages: [],
    publicUrl: 'https://mira.test',
    served: new Set(['/']),
    deadLinks: new Map(),
  },
  ...{ cards: [], mail: { transport: 'smtp', missing: [] }, remnants: [], tones: plainTones, year: 2026 },
  ...changes,
})
const messages = (rule: ReadinessRule, changes: Partial<ReadySite>) =>
  readinessOf(siteOf(changes)).flatMap((found) => (found.rule === rule ? [found.message] : []))
const withContent = (change: (content: ReadySite['content']) => void) => {
  const content = exampleContent()
  change(content)
  return { content }
}

describe('what a page says', () => {
  const html = `<title>Ada &amp; Bo</title><meta name="description" content="A &quot;day&quot;"><style>.a{}</style>
    <h1 id="one">The <span>first</span></h1><h3 dir="auto"></h3><a href="/x?a=1&amp;b=2">X</a>
    <picture class="image m1 image-whole image-mat"><img src="/media/a.jpeg" sizes="100vw" alt=""></picture>`

  it('is read from its markup, with its characters decoded', () => {
    const { ids, ...facts } = pageFacts('/a', html)
    expect(facts).toEqual({
      ...{ path: '/a', title: 'Ada & Bo', description: 'A "day"', links: ['/x?a=1&b=2'] },
      headings: [
        { level: 1, text: 'The first' },
        { level: 3, text: '' },
      ],
      images: [{ src: '/media/a.jpeg', sizes: '100vw', whole: true }],
    })
    expect(ids).toEqual(new Set(['top', '', 'one']))
  })

  it.each([
    ['(min-width: 75rem) 72rem, 94vw', 1152],
    ['(min-width: 130rem) 72rem, 50vw', 960],
    ['(min-width: 75rem) min(72rem, 40vh), min(94vw, 40vh)', 432],
    ['min(94vw, 28rem)', 448],
    ['calc(1px + 2px)', 0],
  ])('has the width of sizes=“%s” in a window', (sizes, width) => {
    expect(Math.round(shownWidth(sizes, { width: 1920, height: 1080 }))).toBe(width)
  })
})

describe('a style sheet', () => {
  const found = (css: string, modes: readonly ('light' | 'dark')[] = ['light', 'dark']) =>
    lowContrasts(css, plainTones, modes).map(({ what, mode }) => `${what} ${mode}`)

  it.each([
    [':root { --muted: #bbbbbb }', ['muted text on the paper light', 'muted text on tinted areas light']],
    [
      '@media (prefers-color-scheme: dark) { :root { --ink: #333 } }',
      ['text on the paper dark', 'text on tinted areas dark'],
    ],
    ['.hero { color: #fff; background: var(--paper) }', ['.hero light']],
    ['.hero { & p { color: hsl(0 0% 50%); background-color: rgb(120 120 120) } }', ['& p light']],
    ['p { color: #ddd } /* p { color: #eee } */', ['p light']],
    ['body { background: #777 }', ['body light']],
    ['.card { color: light-dark(#eee, #eee); background: #fff }', ['.card light']],
  ])('that makes text hard to read is found: %s', (css, expected) => {
    expect(found(css)).toEqual(expected)
  })

  it.each([
    '.hero { color: #fff; background: #000 }',
    '.nav a { color: #fff }',
    'h1 { color: #888; background: #fff }',
    '.glass { color: #fff; background: #ffffff80 }',
    '.x { content: "p { color: #eee }" } @keyframes a { from { color: #eee; background: #eee } }',
    '.x { color: var(--mine); background: var(--paper) }',
    ':root { --ink: #000 }',
  ])('that may be read, or cannot be judged, is not: %s', (css) => {
    expect(found(css, ['light'])).toEqual([])
  })
})

describe('a theme', () => {
  it.each(builtInThemes.map((theme) => [theme.id, theme] as const))(
    'that is built in has nothing to mend: %s',
    (_, theme) => {
      const changes = { ...withContent((content) => Object.assign(content, { theme })), tones: theme.tones }
      expect(messages('contrast', changes)).toEqual([])
    },
  )
  it('of somebody else is read like own CSS', () => {
    const changes = withContent((content) => Object.assign(content, { theme: { css: 'li { color: #ccc }' } }))
    expect(messages('contrast', changes)).toEqual([expect.stringContaining('The theme: li has a contrast of')])
  })
})

describe('headings', () => {
  const page = (headings: [number, string][]) => ({
    pages: [{ ...pageFacts('/', ''), headings: headings.map(([level, text]) => ({ level, text })) }],
  })
  it.each([
    [[[2, 'A']], 'no first heading'],
    [
      [
        [1, 'A'],
        [1, 'B'],
      ],
      'several first',
    ],
    [
      [
        [1, 'A'],
        [2, 'B'],
        [4, 'C'],
      ],
      '“C” skips a level',
    ],
    [[[1, '']], 'is empty'],
  ] as [[number, string][], string][])('%j are wrong', (headings, message) => {
    expect(messages('heading', page(headings))).toEqual([expect.stringContaining(message)])
  })
  it('that go down and up again are right', () => {
    expect(
      messages(
        'heading',
        page([
          [1, 'A'],
          [2, 'B'],
          [3, 'C'],
          [2, 'D'],
        ]),
      ),
    ).toEqual([])
  })
})

describe('dates', () => {
  it.each([
    [
      'ends before it starts',
      withContent(({ educations: [one] }) => Object.assign(one ?? {}, { start_year: 2020, end_year: 2018 })),
    ],
    ['has not come', withContent((content) => Object.assign(content.settings, { copyrightSince: 2031 }))],
    ['has not come', withContent(({ projects: [one] }) => Object.assign(one ?? {}, { year: 2031 }))],
    ['before you were born', withContent(({ about: [one] }) => Object.assign(one ?? {}, { age: 9 }))],
  ])('that contradict: %s', (_, changes) => {
    expect(messages('dates', changes)).toHaveLength(1)
  })
  it('that overlap, or end in a year to come, do not', () => {
    const changes = withContent(({ educations: [one] }) =>
      Object.assign(one ?? {}, { start_year: 2018, end_year: 2030 }),
    )
    expect(messages('dates', changes)).toEqual([])
  })
})

describe('placeholders', () => {
  const messagesWith = (summary: string) =>
    messages(
      'placeholder',
      withContent(({ projects: [one] }) => Object.assign(one ?? {}, { summary })),
    ).filter((text) => text.includes('stands for a text'))
  it.each(['Lorem ipsum', 'xxx', 'TODO', 'See TODO: the end', '[Your title]', 'Your text here', 'Max Mustermann'])(
    'are found: %s',
    (text) => expect(messagesWith(text)).toHaveLength(1),
  )
  it.each([
    'Todo, an app',
    'TODO ES POSIBLE',
    'Testing',
    '[Your title](https://a.net)',
    'Exxxtreme',
    'A placeholder for time',
  ])('are not seen in words of somebody: %s', (text) => expect(messagesWith(text)).toEqual([]))
})

describe('an imprint', () => {
  const inLanguage = (language: string, links: string[] = [], title = 'Impressum') =>
    messages('imprint', {
      ...withContent((content) => {
        Object.assign(content.settings, { language, socials: [] })
        content.pages = [{ id: 'p', order: 1, title, slug: 'legal', link: 'none', placement: 'page', blocks: [] }]
      }),
      pages: [{ ...pageFacts('/', ''), links }],
    })
  it('is asked for in languages whose states want one, where none is linked', () => {
    expect(['en', 'ja', 'pt-BR', 'es-MX'].flatMap((language) => inLanguage(language, [], 'Prices'))).toEqual([])
    for (const language of ['de', 'de-CH', 'fr', 'es', 'it'])
      expect(inLanguage(language, ['/legal'], 'Prices')).toEqual([expect.stringContaining('there is none')])
    expect(inLanguage('de', [])).toEqual([expect.stringContaining('No page links to')])
    expect(inLanguage('de', ['/legal'])).toEqual([])
    expect(inLanguage('fr', ['/legal'], 'Mentions légales')).toEqual([])
  })
})

describe('links', () => {
  const pages = [{ ...pageFacts('/', ''), links: ['https://sundlinjen.example', 'https://mira.test/gone', '/own'] }]
  it('to other sites are reported as they were found, and those of the product are not the owner’s', () => {
    const deadLinks = new Map([['https://sundlinjen.example', 'There is no such host.']])
    expect(messages('link', { pages, deadLinks })).toEqual(['https://sundlinjen.example: There is no such host.'])
    const text = 'A [link](/gone), not [another](/gone-fishing).'
    const written = withContent((content) => Object.assign(content.settings, { introduction: text }))
    const linking = (href: string) =>
      messages('link', { pages: [{ ...pageFacts('/', ''), links: [href] }], ...written })
    expect(linking('/gone')).toEqual(['There is nothing at /gone.'])
    expect(linking('/go')).toEqual([])
    const changes = withContent(({ projects: [one] }) => Object.assign(one ?? {}, { url: 'https://mira.test/gone' }))
    expect(messages('link', { pages, ...changes })).toEqual(['There is nothing at https://mira.test/gone.'])
  })
  it('are looked for in each text once, however many are dead', () => {
    const links = Array.from({ length: 6000 }, (_, at) => `/gone-${at}`)
    const introduction = links.map((href) => `[a](${href})`).join(' ')
    const changes = withContent((content) => Object.assign(content.settings, { introduction }))
    const before = process.cpuUsage()
    expect(messages('link', { pages: [{ ...pageFacts('/', ''), links }], ...changes })).toHaveLength(links.length)
    // Processor time, in µs: the clock of a busy machine says nothing.
    const { user, system } = process.cpuUsage(before)
    expect(user + system).toBeLessThan(1_000_000)
  })
})
