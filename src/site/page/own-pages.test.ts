import { describe, expect, it } from 'vitest'
import { drawnAtOnce } from '../../../tests/support/drawn-at-once.ts'
import { exampleContent, exampleImage } from '../../../tests/support/example-content.ts'
import { htmlProblems } from '../../../tests/support/html.ts'
import { blocksOfText } from '../../model/blocks/blocks-to-markdown.ts'
import type { Block } from '../../model/blocks/kinds.ts'
import type { Content, PublishedEntry } from '../../model/publishing/published-content.ts'
import { firstText, textsFrom } from '../markup/texts.ts'
import { createSite } from './render.tsx'

const assets = { css: '', boot: '/boot.js', blockStyles: '/blocks.css', fonts: [], publicUrl: 'https://mira.example' }
const render = (content: Content) =>
  new Map(
    [...createSite(assets, { markup: drawnAtOnce }).pages(content)].map((page) => [page.path, page.later?.() ?? page]),
  )

const story: Block[] = [
  { id: 'a', kind: 'text', markdown: '# Days\n\nA **day** costs 640 € & no more.' },
  { id: 'b', kind: 'image', image: 'table', caption: 'The table', fit: 'whole', width: 'wide' },
]
const own = (slug: string, data: Partial<PublishedEntry<'pages'>> = {}): PublishedEntry<'pages'> => ({
  ...{ id: slug, order: 1, slug, title: `About ${slug}`, placement: 'page', link: 'none', blocks: [] },
  ...data,
})
const withPages = (...pages: PublishedEntry<'pages'>[]): Content => {
  const content = exampleContent()
  return { ...content, pages, media: { ...content.media, table: exampleImage('table') } }
}
const bodyAt = (content: Content, path: string) => render(content).get(path)?.body ?? ''
const linksIn = (html: string, part: string) => {
  const inside = new RegExp(`<${part}.*?</${part}>`, 's').exec(html)?.[0] ?? ''
  return [...inside.matchAll(/<a href="(\/[^"]+)"[^>]*>([^<]+)</g)].map(([, href, label]) => `${href} ${label}`)
}

describe('a page of the owner’s', () => {
  it('stands at its address with heading, text, title, description and its place in the sitemap', async () => {
    const pages = render(withPages(own('prices', { blocks: story })))
    const page = pages.get('/prices')?.body ?? ''
    expect(page).toContain('<title>About prices – Mira Solberg</title>')
    expect(page).toContain('<meta name="description" content="A day costs 640 € &amp; no more.">')
    expect(page).toContain('<link rel="canonical" href="https://mira.example/prices">')
    expect(page.match(/<h1[^>]*>[^<]*/g)).toEqual([expect.stringContaining('About prices')])
    expect(page).toContain('<h2 dir="auto">Days</h2>')
    expect(page).toContain('<link rel="stylesheet" href="/blocks.css">')
    expect(page).toContain('table-1280.jpeg')
    expect(pages.get('/sitemap.xml')?.body).toContain('<loc>https://mira.example/prices</loc>')
    expect(await htmlProblems(page)).toEqual([])
  })

  it('is linked to in the navbar or in the footer, in the owner’s order, or nowhere', () => {
    const content = withPages(
      ...[own('now', { link: 'navbar' }), own('imprint', { link: 'footer' })],
      ...[own('hidden'), own('uses', { link: 'navbar' })],
    )
    for (const path of ['/', '/imprint', '/projects/tideline', '/404']) {
      const html = bodyAt(content, path)
      expect(linksIn(html, 'nav').slice(-2)).toEqual(['/now About now', '/uses About uses'])
      expect(linksIn(html, 'footer')).toEqual(['/imprint About imprint'])
    }
    const page = bodyAt(content, '/now')
    expect(page.match(/<a href="\/now" aria-current="page">/g)).toHaveLength(2)
    expect(page.match(/aria-current/g)).toHaveLength(2)
  })

  it('is a section of the one page, in its place among the others, and its address leads there', async () => {
    const section = own('prices', { placement: 'section', link: 'navbar', blocks: story })
    const content = withPages(section, own('uses', { placement: 'section', link: 'footer' }))
    const { settings } = content
    settings.sections = settings.sections.toSorted((a, b) => Number(b.id === 'pages') - Number(a.id === 'pages'))
    settings.sections = settings.sections.toSorted((a, b) => Number(b.id === 'home') - Number(a.id === 'home'))
    const pages = render(content)
    const html = pages.get('/')?.body ?? ''
    const ids = [...html.matchAll(/<section id="([\w-]+)"/g)].map(([, id]) => id)
    expect(ids.slice(0, 4)).toEqual(['home', 'page-prices', 'page-uses', 'about'])
    expect(html).toContain('<h3 dir="auto">Days</h3>')
    expect(html.match(/href="\/blocks.css"/g)).toHaveLength(1)
    expect(html).toContain('<a href="/#page-prices" data-section="page-prices">About prices</a>')
    expect(linksIn(html, 'footer')).toEqual(['/#page-uses About uses'])
    const [, rule] = /page-prices.*?<picture class="image (m\w+)"/s.exec(html.slice(html.indexOf('<main'))) ?? []
    expect(html).toContain(`.${rule}{`)
    expect(pages.get('/prices')).toMatchObject({ status: 308, location: '/#page-prices' })
    expect(pages.get('/sitemap.xml')?.body).not.toContain('prices')
    expect(await htmlProblems(html)).toEqual([])
  })

  it('has a heading of another id than any section, whatever the address of that', async () => {
    const sections = ['prices', 'prices-title'].map((slug) => own(slug, { placement: 'section' }))
    const html = bodyAt(withPages(...sections), '/')
    expect(html).toContain('<section id="page-prices-title"')
    expect(await htmlProblems(html)).toEqual([])
  })

  it('leaves its links with its section when that is hidden in Settings', () => {
    const content = withPages(
      ...(['navbar', 'footer'] as const).map((link) => own(link, { placement: 'section', link })),
    )
    content.settings.sections = content.settings.sections.map((one) =>
      one.id === 'pages' ? { ...one, visible: false } : one,
    )
    expect(bodyAt(content, '/')).not.toContain('#page-')
  })

  it('changes nothing on any other page while there is none', () => {
    const [without, older] = [render(withPages()), render({ ...exampleContent(), media: withPages().media })]
    expect([...without].map(([path, { body }]) => [path, body])).toEqual(
      [...older].map(([path, { body }]) => [path, body]),
    )
    expect(without.get('/')?.body).not.toMatch(/page-|Pages/)
  })
})

describe('the description of a page', () => {
  const of = (markdown: string) => firstText(blocksOfText(markdown), textsFrom(drawnAtOnce))
  it('is its first paragraph without marks, whole words, at most 160 characters', () => {
    expect(of('# Title\n\n[A](https://a.example) & *b*\nc')).toBe('A & b c')
    expect(of('word '.repeat(60))).toBe(`${'word '.repeat(32).trim()}…`)
    expect([...of('語'.repeat(300))]).toHaveLength(160)
    expect(of('')).toBe('')
  })
})
