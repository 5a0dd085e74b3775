import { expect, it } from 'vitest'
import { drawnAtOnce } from '../../../tests/support/drawn-at-once.ts'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { htmlProblems } from '../../../tests/support/html.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { settingsSchema } from '../../model/settings/settings.ts'
import { languages } from '../../model/words/languages.ts'
import { createSite } from './render.tsx'

const assets = { css: '', boot: '/boot.js', fonts: [], publicUrl: 'https://mira.example' }
const now = () => new Date('2026-05-01')
const times = { entries: { one: '2026-03-04T23:30:00.000Z' }, settings: '2026-01-02T10:00:00.000Z' }

const withSettings = (settings: Partial<Content['settings']>, more: Partial<Content> = {}): Content => {
  const content = exampleContent()
  return { ...content, times, ...more, settings: { ...content.settings, ...settings } }
}
const pagesOf = (content: Content) =>
  new Map([...createSite(assets, { now, markup: drawnAtOnce }).pages(content)].map(({ path, body }) => [path, body]))
const colophonOf = (content: Content) =>
  /<ul class="footer-links colophon">.*?<\/ul>/.exec(pagesOf(content).get('/') ?? '')?.[0]

it('without a colophon every page is what it is for content of before there was one, to the byte', () => {
  const plain = withSettings({ colophon: false, timeZone: 'Europe/Lisbon' })
  const { colophon: _, timeZone: __, ...before } = plain.settings
  expect(pagesOf(plain)).toEqual(pagesOf({ ...plain, settings: before as Content['settings'] }))
})

it('the colophon says the newest day of publishing where the owner is, their town without coordinates, and the zone’s name', async () => {
  const content = withSettings({ colophon: true, timeZone: 'Asia/Tokyo' })
  expect(colophonOf(content)).toBe(
    '<ul class="footer-links colophon"><li>Last changed on <time datetime="2026-03-05">March 5, 2026</time></li>' +
      '<li><bdi>Lisbon, Portugal</bdi> <span data-island="clock" data-zone="Asia/Tokyo">Japan Standard Time</span></li></ul>',
  )
  expect(await htmlProblems(pagesOf(content).get('/') ?? '')).toEqual([])
})

it('the colophon leaves out what is not known: a zone, a place, a publish', () => {
  const unknown = { colophon: true, timeZone: 'Mars/Olympus_Mons' }
  expect(colophonOf(withSettings(unknown))).not.toContain('data-zone')
  const never = new Date(0).toISOString()
  const nothing = withSettings({ ...unknown, location: '' }, { times: { entries: {}, settings: never } })
  expect(colophonOf(nothing)).toBeUndefined()
})

it.each(languages)('the colophon is in the language %s, its day included', (language) => {
  const text = colophonOf(withSettings({ colophon: true, timeZone: 'Europe/Lisbon', language })) ?? ''
  expect(text).not.toMatch(/[{}]|undefined/)
  if (language !== 'en') expect(text).not.toMatch(/Last changed|March|Western/)
})

it('a time zone that nobody knows is refused in a sentence', () => {
  const { timeZone } = settingsSchema.shape
  expect(timeZone.safeParse('Mars/Olympus_Mons').error?.issues[0]?.message).toBe(
    'Time zone must be the name of one, such as Europe/Lisbon.',
  )
  expect(['', 'Europe/Lisbon'].map((zone) => timeZone.safeParse(zone).success)).toEqual([true, true])
})
