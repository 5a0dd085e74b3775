import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'
import { describe, expect, it } from 'vitest'
import { drawnAtOnce } from '../../../tests/support/drawn-at-once.ts'
import { emptyContent, exampleContent, exampleImage } from '../../../tests/support/example-content.ts'
import { type Block, blockKinds } from '../../model/blocks/kinds.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { createSite } from '../page/render.tsx'
import { atRank, lineText, longText } from './block-markdown.ts'

const url = 'https://mira.example'
const assets = { css: '', boot: '/boot.js', fonts: [], publicUrl: url }
const render = (content: Content) =>
  new Map([...createSite(assets, { markup: drawnAtOnce }).pages(content)].map((page) => [page.path, page]))
const twinAt = (content: Content, path: string) => render(content).get(path)?.body ?? ''

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const textIn = (html: string) =>
  html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
    .trim()

const long = (): Content => {
  const content = exampleContent()
  const [project] = content.projects
  const [said] = content.testimonials
  content.projects = Array.from({ length: 60 }, (_, n) => ({
    ...(project as never as (typeof content.projects)[0]),
    id: `p${n}`,
    slug: `p${n}`,
    title: `P${n}`,
  }))
  content.testimonials = Array.from({ length: 30 }, (_, n) => ({
    ...(said as never as (typeof content.testimonials)[0]),
    id: `t${n}`,
  }))
  return content
}

const withoutPortfolio = (): Content => {
  const content = long()
  content.settings.sections = content.settings.sections.map(({ id }) => ({ id, visible: id !== 'portfolio' }))
  return content
}

describe('the Markdown twins', () => {
  it.each([
    ['the samples', exampleContent],
    ['an empty site', emptyContent],
    ['a long site', long],
    ['a long site that hides Portfolio', withoutPortfolio],
  ])('of %s stand where each public page names one, and name their page', (_, contentOf) => {
    const pages = render(contentOf())
    const named = new Set<string>()
    for (const { path, body, status, type } of pages.values()) {
      if (!type.startsWith('text/html') || status === 308) continue
      const [, twin] = /<link rel="alternate" type="text\/markdown" href="([^"]+)">/.exec(body) ?? []
      const isPublic = !body.includes('<meta name="robots" content="noindex">')
      expect([path, twin !== undefined]).toEqual([path, isPublic])
      if (twin === undefined) continue
      named.add(twin)
      expect(pages.get(twin)).toMatchObject({ status: 200, type: 'text/markdown; charset=utf-8' })
      if (path.includes('?')) continue
      expect(twin).toBe(path === '/' ? '/index.md' : `${path}.md`)
      const [, canonical = ''] = /<link rel="canonical" href="([^"]+)">/.exec(body) ?? []
      const { link } = pages.get(twin)?.later?.() ?? {}
      expect([path, link]).toEqual([path, `<${canonical}>; rel="canonical"`])
    }
    expect([...pages.keys()].filter((path) => path.endsWith('.md')).toSorted()).toEqual([...named].toSorted())
  })

  it('lead to each other: every project and page is reached from /index.md', () => {
    const content = long()
    content.pages = [{ id: 'a', order: 1, slug: 'now', title: 'Now', placement: 'page', link: 'footer', blocks: [] }]
    const pages = render(content)
    const reached = new Set<string>()
    const waiting = ['/index.md']
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (reached.has(path)) continue
      reached.add(path)
      const body = pages.get(path)?.body
      expect([path, body !== undefined]).toEqual([path, true])
      for (const [, to] of body?.matchAll(/\(<https:\/\/mira\.example(\/[^>]*\.md)>\)/g) ?? [])
        waiting.push(to as string)
    }
    for (const { slug } of content.projects) expect(reached).toContain(`/projects/${slug}.md`)
    expect([...reached]).toEqual(expect.arrayContaining(['/now.md', '/testimonials.md']))
  })

  it('say what the one page says: every text of every shown section, and nothing of a hidden one', () => {
    const content = exampleContent()
    const index = twinAt(content, '/index.md')
    const text = textIn(micromark(index))
    const shown = [
      ...content.services.flatMap(({ title, text: own }) => [title, own]),
      ...content.educations.flatMap(({ faculty, university, about }) => [faculty, university, about]),
      ...content.experiences.flatMap(({ name, program, about }) => [name, program, about]),
      ...content.skills.map(({ name }) => name),
      ...content.projects.map(({ title }) => title),
      ...content.testimonials.flatMap(({ fullname, feedback }) => [fullname, feedback]),
      ...content.about.flatMap(({ name, live, email }) => [name, live, email]),
      ...content.settings.socials.map(({ label }) => label),
    ]
    for (const one of shown) expect(text).toContain(one.trim())
    content.settings.sections = content.settings.sections.map(({ id }) => ({ id, visible: id !== 'testimonial' }))
    expect(twinAt(content, '/index.md')).not.toContain(content.testimonials[0]?.fullname)
  })

  it('have the heading, the facts, the picture and every kind of block of a project', () => {
    const content = exampleContent()
    for (const id of ['one', 'two']) content.media[id] = exampleImage(id)
    content.videos = {
      v: { id: 'v', alt: 'A walk', url: '/media/v.mp4', type: 'video/mp4', width: 1, height: 1, size: 1 },
    }
    const images = ['one', 'two'].map((image) => ({ image, caption: `Caption ${image}` }))
    const blocks = [
      { id: 'a', kind: 'text', markdown: '# Days\n\nA **day**' },
      { id: 'b', kind: 'image', image: 'one', caption: 'A caption' },
      { id: 'c', kind: 'gallery', images },
      { id: 'd', kind: 'compare', before: 'one', after: 'two', beforeLabel: '', afterLabel: '', caption: 'Compared' },
      { id: 'e', kind: 'video', file: 'v', poster: null, caption: 'Moving' },
      { id: 'f', kind: 'code', language: 'bash', code: '# not a heading\n```', caption: 'A *script*' },
      {
        id: 'g',
        kind: 'figures',
        items: [{ label: 'Calls', before: '60', value: '4', unit: 'a week', source: 'Log' }],
      },
      { id: 'h', kind: 'quote', testimonial: content.testimonials[0]?.id, text: '', name: '', role: '' },
      { id: 'i', kind: 'link', title: 'The [site]', url: 'https://a.example/x y', text: 'Go' },
    ] as Block[]
    expect(blocks.map(({ kind }) => kind).toSorted()).toEqual(blockKinds.map(({ kind }) => kind).toSorted())
    content.projects = content.projects.map((one) => (one.slug === 'fio' ? { ...one, blocks } : one))
    const twin = twinAt(content, '/projects/fio.md')
    expect(twin).toMatch(/^# Fio\n\n/)
    expect(twin).toContain('\n- Year: 2023\n')
    expect(twin).toContain('\n## Days\n')
    const html = micromark(twin)
    for (const part of ['one', 'two']) expect(html).toContain(`<img src="${url}/media/${part}-1280.jpeg"`)
    expect(html).toContain(`<a href="${url}/media/v.mp4">A walk</a>`)
    expect(html).toContain('<pre><code class="language-bash"># not a heading\n```\n</code></pre>')
    expect(html).toContain('A *script*')
    expect(html).toContain('<li>Calls: 60 → 4 a week (Log)</li>')
    expect(html).toContain('<a href="https://a.example/x%20y">The [site]</a>')
    const said = content.testimonials[0]
    expect(textIn(html)).toContain(`— ${said?.fullname}, ${said?.role}, ${said?.company}, ${said?.country}`)
    expect(html.match(/<h1>/g)).toHaveLength(1)
  })

  it('show short texts letter for letter, whatever marks are in them', () => {
    const hostile = [
      ...['# C#', '1. one', '12) two', '- x', '+ x', '* x', '> y', '=== ', '---', '~~~', '```js', '[a](b)', '![a](b)'],
      ...[
        '<b>',
        '<!--',
        '&lt;',
        '&#38;',
        'a_b_c *d* __e__',
        '\\',
        '\\*',
        'a\\',
        '| a |',
        ':--|--:',
        '<https://a.example>',
        'Tom & Jerry',
        'a & lt;',
      ],
    ]
    for (const text of hostile) {
      expect([text, textIn(micromark(lineText(text)))]).toEqual([text, text.trim()])
      expect([text, textIn(micromark(`- ${lineText(text)}`))]).toEqual([text, text.trim()])
      const two = `${text.trim()}\n${text.trim()}`
      const html = micromark(longText(two), { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] })
      expect([text, textIn(html)]).toEqual([text, two])
      expect(html).not.toContain('<table>')
    }
  })

  it('keep the ranks of headings below their title, and program text as it is', () => {
    expect(atRank('# A\n\n```\n# b![\n``` x\n# c\n```\n#### D\nE\n===\n#f ![g](h)', 3)).toBe(
      '### A\n\n```\n# b![\n``` x\n# c\n```\n### D\nE\n---\n#f \\![g](h)',
    )
  })
})
