import { beforeEach, describe, expect, it } from 'vitest'
import { drawnAtOnce } from '../../../tests/support/drawn-at-once.ts'
import { exampleContent, exampleImage } from '../../../tests/support/example-content.ts'
import { htmlProblems } from '../../../tests/support/html.ts'
import { projectFacts, projects } from '../../model/content/collections.ts'
import type { Content, PublishedEntry } from '../../model/publishing/published-content.ts'
import { english } from '../../model/words/en.ts'
import { wordsOf } from '../../model/words/words.ts'
import { factsOf } from '../sections/work.ts'
import { createSite } from './render.tsx'

const assets = { css: '', boot: '/boot.js', fonts: [], publicUrl: 'https://mira.example' }

const pageOf = (content: Content, path: string): string =>
  [...createSite(assets, { markup: drawnAtOnce }).pages(content)].find((one) => one.path === path)?.body ?? ''
const factsIn = (html: string) => /<dl class="facts project-facts">.*?<\/dl>/s.exec(html)?.[0] ?? ''

const facts: Partial<PublishedEntry<'projects'>> = {
  client: 'Sundlinjen <AS>',
  role: 'Design and code',
  period: 'March to June 2023',
  team: ['Ingrid Aune', 'Jon Vik'],
  awards: ['Norwegian Design Prize 2024', 'Site of the day'],
  links: [
    { label: 'The source', url: 'https://code.example/tideline' },
    { label: 'A talk about it', url: 'https://talks.example/1' },
  ],
}

let content: Content
beforeEach(() => {
  content = exampleContent()
})
const change = (slug: string, values: Partial<PublishedEntry<'projects'>>) => {
  content.projects = content.projects.map((one) => (one.slug === slug ? { ...one, ...values } : one))
}

describe('the page of a project', () => {
  it('has the facts of before, in the very markup of before, while nothing is added', () => {
    expect(factsIn(pageOf(content, '/projects/tideline'))).toBe(
      '<dl class="facts project-facts"><div><dt>Kind</dt><dd>Design</dd></div><div><dt>Year</dt><dd>2025</dd></div>' +
        '<div><dt>Made with</dt><dd><bdi>Interface, Offline, TypeScript, React</bdi></dd></div>' +
        '<div><dt>See it</dt><dd><a href="https://sundlinjen.example" dir="ltr">sundlinjen.example</a></dd></div></dl>',
    )
  })

  it('shows client, role, period, team, awards and further links', async () => {
    change('tideline', facts)
    const html = pageOf(content, '/projects/tideline')
    const shown = factsIn(html)
    for (const part of [
      '<dt>Client</dt><dd><bdi>Sundlinjen &lt;AS&gt;</bdi></dd>',
      '<dt>Role</dt><dd><bdi>Design and code</bdi></dd>',
      '<dt>Period</dt><dd><bdi>March to June 2023</bdi></dd>',
      '<dt>Team</dt><dd><bdi>Ingrid Aune, Jon Vik</bdi></dd>',
      '<dt>Awards</dt><dd><bdi>Norwegian Design Prize 2024</bdi></dd><dd><bdi>Site of the day</bdi></dd>',
      '<dd><a href="https://code.example/tideline" dir="auto">The source</a></dd>',
    ])
      expect(shown).toContain(part)
    expect(await htmlProblems(html)).toEqual([])
  })

  it('shows every fact under its label, and none that is not known', () => {
    const words = wordsOf(english, content.settings)
    const project = content.projects.find(({ slug }) => slug === 'tideline') as PublishedEntry<'projects'>
    const texts = projectFacts.filter((field) => projects.fields[field].kind === 'text')
    const written = Object.fromEntries(texts.map((field) => [field, `About ${field}`]))
    const known = factsOf({ ...project, ...facts, ...written }, ['Design'], words)
    expect(known.map(({ field }) => field)).toEqual(projectFacts)
    expect(new Set(known.map(({ label }) => label)).size).toBe(projectFacts.length)
    const unknown = { year: null, url: '', tags: [] }
    expect(factsOf({ ...project, ...unknown }, [], words)).toEqual([])
  })

  it('names related projects where the owner wants them, and none otherwise', async () => {
    const html = pageOf(content, '/projects/kvart')
    const related = /<section class="related".*?<\/section>/s.exec(html)?.[0] ?? ''
    const links = [...related.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
    const own = content.projects.find(({ slug }) => slug === 'kvart')
    const others = content.projects.filter(
      ({ slug, tags }) => slug !== 'kvart' && tags.some((tag) => own?.tags.includes(tag)),
    )
    expect(others.length).toBeGreaterThan(0)
    expect(links.toSorted()).toEqual(others.map(({ slug }) => `/projects/${slug}`).toSorted())
    expect(await htmlProblems(html)).toEqual([])
    content.settings.relatedProjects = false
    expect(pageOf(content, '/projects/kvart')).not.toContain('Related projects')
  })

  it('has no related projects inside of what the dialog shows', () => {
    const html = pageOf(content, '/projects/kvart')
    expect(html.indexOf('class="related"')).toBeGreaterThan(html.indexOf('</article>'))
  })
})

describe('the card of a project', () => {
  it('has the image of its own where there is one; the project’s page keeps the image', () => {
    content.media['cover.svg'] = exampleImage('cover.svg')
    change('tideline', { cover: 'cover.svg' })
    const [home, page] = ['/', '/projects/tideline'].map((path) => pageOf(content, path))
    const cardIn = (html = '') => /<li [^>]*><a class="card-link" href="\/projects\/tideline".*?<\/li>/s.exec(html)?.[0]
    expect(cardIn(home)).toContain('/media/cover.svg-640.jpeg')
    expect(cardIn(home)).not.toContain('/media/tideline.svg-')
    expect(page).toContain('/media/tideline.svg-640.jpeg')
    expect(/<article.*<\/article>/s.exec(page ?? '')?.[0]).not.toContain('cover.svg')
  })
})
