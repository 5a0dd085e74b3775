import { describe, expect, it } from 'vitest'
import { drawnAtOnce } from '../../../tests/support/drawn-at-once.ts'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { htmlProblems } from '../../../tests/support/html.ts'
import type { Content, PublishedEntry } from '../../model/publishing/published-content.ts'
import { createSite } from '../page/render.tsx'

type List = PublishedEntry<'lists'>
type Item = List['items'][number]

const assets = { css: '', boot: '/boot.js', fonts: [], publicUrl: 'https://mira.example' }
const bodyAt = (content: Content, path = '/') => {
  const page = [...createSite(assets, { markup: drawnAtOnce }).pages(content)].find((one) => one.path === path)
  return page?.later?.().body ?? page?.body ?? ''
}
const item = (title: string, data: Partial<Item> = {}): Item => ({
  ...{ year: null, month: 0, title, place: '', url: '', text: '', links: [] },
  ...data,
})
const list = (title: string, data: Partial<List> = {}): List => ({
  ...{ id: title, order: 1, title, kind: 'other', link: 'navbar', items: [item(`One of ${title}`)] },
  ...data,
})
const withLists = (...lists: List[]): Content => ({ ...exampleContent(), lists })
const idsIn = (html: string) => [...html.matchAll(/<section id="([\w-]+)"/g)].map(([, id]) => id)
const rowsIn = (html: string) => html.match(/<li class="list-row".*?<\/li>(?=<li class="list-row"|<\/ul>)/gs) ?? []
const linksIn = (html: string, part: string) => {
  const inside = new RegExp(`<${part}.*?</${part}>`, 's').exec(html)?.[0] ?? ''
  return [...inside.matchAll(/<a href="\/#(list[^"]+)"[^>]*>([^<]+)</g)].map(
    ([, anchor, label]) => `${anchor} ${label}`,
  )
}

const talks = list('Talks', {
  items: [
    item('Undated & last'),
    item('Earlier', { year: 2023, place: 'Lisbon', url: 'https://a.example/?a&b' }),
    item('In May', {
      year: 2025,
      month: 5,
      text: 'On <ferries>.',
      links: [{ label: 'Slides', url: 'https://s.example' }],
    }),
    item('In May, too', { year: 2025, month: 5 }),
  ],
})

describe('the owner’s lists', () => {
  it('are a section each, in their place among the others, with their links where the owner wants them', () => {
    const content = withLists(talks, list('Press', { link: 'footer' }), list('Clients', { link: 'none' }))
    const html = bodyAt(content)
    const ids = idsIn(html)
    expect(ids.slice(ids.indexOf('list-talks'))).toEqual(['list-talks', 'list-press', 'list-clients', 'contact'])
    expect(html).toMatch(/<h2 id="list-talks--title"[^>]*>Talks <span class="heading-count">4<\/span><\/h2>/)
    expect(html).toContain('<a href="/#list-talks" data-section="list-talks">Talks</a>')
    for (const path of ['/', '/projects/tideline']) {
      expect(linksIn(bodyAt(content, path), 'nav')).toEqual(['list-talks Talks'])
      expect(linksIn(bodyAt(content, path), 'footer')).toEqual(['list-press Press'])
    }
    const [home, ...others] = content.settings.sections
    if (!home) throw new Error('There is no home.')
    content.settings.sections = [
      home,
      ...others.toSorted((a, b) => Number(b.id === 'lists') - Number(a.id === 'lists')),
    ]
    expect(idsIn(bodyAt(content)).slice(0, 5)).toEqual(['home', 'list-talks', 'list-press', 'list-clients', 'about'])
  })

  it('have the newest items first, their dates in the language of the page, and say each of them where it is not to be seen', () => {
    const content = withLists(talks)
    content.settings.language = 'de'
    const rows = rowsIn(bodyAt(content))
    const textOf = (row: string) =>
      row
        .replaceAll(/<[^>]+>/g, '|')
        .split('|')
        .filter(Boolean)
    expect(rows.map(textOf)).toEqual([
      ['Mai 2025', 'In May', 'On &lt;ferries&gt;.', 'Slides'],
      ['Mai 2025', 'In May, too'],
      ['2023', 'Earlier', 'Lisbon'],
      ['Undated &amp; last'],
    ])
    expect(rows.map((row) => row.includes('visually-hidden'))).toEqual([false, true, false, false])
    expect(rows[2]).toContain('<a href="https://a.example/?a&amp;b">Earlier</a>')
    expect(rows[0]).toContain('<a href="https://s.example" dir="auto">Slides</a>')
  })

  it('fold what follows the first twelve of a long one, and not a few more', () => {
    const many = (count: number) => list('Press', { items: Array.from({ length: count }, (_, n) => item(`Item ${n}`)) })
    const foldedIn = (count: number) => {
      const html = bodyAt(withLists(many(count)))
      const [open = '', folded] = html.slice(html.indexOf('id="list-press"')).split('<details')
      return [rowsIn(open).length, folded === undefined ? 0 : rowsIn(folded).length]
    }
    expect([1, 15, 16, 200].map(foldedIn)).toEqual([
      [1, 0],
      [15, 0],
      [12, 4],
      [12, 188],
    ])
  })

  it('leave no trace without items, when they are hidden, and in content of a version that had none', () => {
    const { lists: _, ...older } = exampleContent()
    const hidden = withLists(talks)
    hidden.settings.sections = hidden.settings.sections.map((one) => ({ ...one, visible: one.id !== 'lists' }))
    for (const content of [older as Content, withLists(list('Talks', { items: [] })), hidden])
      for (const path of ['/', '/index.md']) expect(bodyAt(content, path)).not.toMatch(/list-|Talks/)
  })

  it('are valid HTML, from right to left too', async () => {
    const content = withLists(talks, list('أحاديث', { items: [item('حديث', { year: 2024, place: 'لشبونة' })] }))
    content.settings.language = 'ar'
    expect(await htmlProblems(bodyAt(content))).toEqual([])
  })

  it('are on the page with an address that no browser can open, which structured data leave out', () => {
    const items = ['https://[slides]', 'https://example.com:port/', 'https://1.2.3.4.5', '/cv.pdf'].map((url) =>
      item('Torn', { year: 2024, url }),
    )
    const html = bodyAt(withLists(list('Talks', { kind: 'talks', items })))
    expect(rowsIn(html)).toHaveLength(4)
    expect(html.match(/"name":"Torn","url":"[^"]*"/g)).toEqual(['"name":"Torn","url":"https://mira.example/cv.pdf"'])
  })

  it('stand in the Markdown twin, a line for each item', () => {
    const text = bodyAt(withLists(talks), '/index.md')
    expect(text).toContain(
      '## Talks\n\n- In May · May 2025 · On \\<ferries>. · [Slides](<https://s.example>)\n- In May, too · May 2025\n' +
        '- [Earlier](<https://a.example/?a&b>) · 2023 · Lisbon\n- Undated & last\n',
    )
  })
})
