import { describe, expect, it } from 'vitest'
import { atomProblems } from '../../../tests/support/atom-problems.ts'
import { drawnAtOnce } from '../../../tests/support/drawn-at-once.ts'
import { emptyContent, exampleContent, exampleImage } from '../../../tests/support/example-content.ts'
import { childrenOf, parseXml, textOf } from '../../../tests/support/xml.ts'
import type { Block } from '../../model/blocks/kinds.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { createSite } from '../page/render.tsx'

const url = 'https://mira.example'
const assets = { css: '', boot: '/boot.js', fonts: [], publicUrl: url }
const self = `${url}/feed.xml`
const feedOf = (content: Content) =>
  [...createSite(assets, { markup: drawnAtOnce }).pages(content)].find(({ path }) => path === '/feed.xml')?.body ?? ''
const entriesOf = (content: Content) => childrenOf(parseXml(feedOf(content)), 'entry')

const day = (n: number) => `2026-0${n}-01T10:00:00.000Z`
const timed = (): Content => {
  const content = exampleContent()
  const times = content.projects.map(({ id }, index) => [id, day(index + 1)])
  return { ...content, times: { entries: Object.fromEntries(times), settings: day(1) } }
}

describe('the Atom feed', () => {
  it('is valid with samples, without content and with hostile text', () => {
    const hostile = timed()
    const nasty = ']]></content><script>&amp;\u0001\ufffe "\'😀 ![x](javascript:alert(1))'
    Object.assign(hostile.settings, { name: nasty, description: nasty })
    hostile.projects = hostile.projects.map((one) => ({
      ...{ ...one, title: nasty, summary: nasty, tags: [nasty] },
      blocks: [{ id: 'a', kind: 'text', markdown: `[x](javascript:alert(1)) ${nasty}` }],
    }))
    hostile.settings.language = 'ar'
    for (const content of [timed(), exampleContent(), emptyContent(), hostile])
      expect(atomProblems(feedOf(content), self)).toEqual([])
    expect(feedOf(hostile)).not.toMatch(/(?:href|src)=(?:"|&quot;)javascript:/)
    for (const entry of entriesOf(hostile)) expect(textOf(entry, 'content')).not.toMatch(/<script|<img src=""/)
  })

  it('finds what is wrong with a feed', () => {
    const feed = feedOf(timed())
    expect(atomProblems(feed.replace(/<updated>[^<]*/g, '<updated>yesterday'), self)).toHaveLength(8)
    expect(atomProblems(feed.replace('rel="self"', 'rel="via"'), self)).toHaveLength(1)
    expect(atomProblems(feed.replaceAll(/urn:uuid:[^<]*/g, 'urn:uuid:same'), self)).toHaveLength(1)
    expect(() => atomProblems(feed.replace('</entry>', ''), self)).toThrow()
  })

  it('has what was published last first, with its time, and that of the last at its head', () => {
    const content = timed()
    const feed = parseXml(feedOf(content))
    const times = childrenOf(feed, 'entry').map((entry) => textOf(entry, 'updated'))
    expect(times).toEqual([7, 6, 5, 4, 3, 2, 1].map(day))
    expect(textOf(feed, 'updated')).toBe(day(7))
    expect(textOf(feed, 'title')).toBe(content.settings.name)
  })

  it('keeps the id of an entry when its address becomes another', () => {
    const [before, after] = [timed(), timed()]
    after.projects = after.projects.map((one) => ({ ...one, slug: `new-${one.slug}` }))
    const idsOf = (content: Content) => entriesOf(content).map((entry) => textOf(entry, 'id'))
    expect(idsOf(after)).toEqual(idsOf(before))
    expect(feedOf(after)).toContain(`href="${url}/projects/new-fio"`)
  })

  it('brings pages of their own, and none that is a section of the one page', () => {
    const content = timed()
    const page = { order: 1, blocks: [], link: 'none' as const }
    content.pages = [
      { ...page, id: 'a', slug: 'now', title: 'Now', placement: 'page' },
      { ...page, id: 'b', slug: 'prices', title: 'Prices', placement: 'section' },
    ]
    const titles = entriesOf(content).map((entry) => textOf(entry, 'title'))
    expect(titles).toContain('Now')
    expect(titles).not.toContain('Prices')
  })

  it('has the content of an entry with its pictures, and every link in it is absolute', () => {
    const content = timed()
    content.media.one = exampleImage('one')
    const blocks = [
      { id: 'a', kind: 'text', markdown: '# Days\n\n[Prices](/prices), [below](#end), [elsewhere](https://a.example)' },
      { id: 'b', kind: 'image', image: 'one', caption: 'The *table*' },
    ] as Block[]
    content.projects = content.projects.map((one) => (one.slug === 'fio' ? { ...one, blocks } : one))
    const html = textOf(entriesOf(content).find((entry) => textOf(entry, 'title') === 'Fio') as never, 'content') ?? ''
    expect(html).toContain('<h2>Days</h2>')
    expect(html).toContain('<p>The *table*</p>')
    const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link)
    expect(links).toEqual(
      expect.arrayContaining([
        `${url}/prices`,
        `${url}/projects/fio#end`,
        'https://a.example',
        `${url}/media/one-1280.jpeg`,
      ]),
    )
    expect(links.filter((link) => !URL.canParse(link ?? ''))).toEqual([])
  })

  it('stays small when the portfolio is long', () => {
    const content = exampleContent()
    content.projects = Array.from({ length: 200 }, (_, n) => {
      const [first] = content.projects
      return { ...(first as Content['projects'][number]), id: `p${n}`, slug: `p${n}` }
    })
    expect(entriesOf(content)).toHaveLength(30)
  })
})
