import { beforeAll, describe, expect, it } from 'vitest'
import { emptyContent, exampleContent } from '../../../tests/support/example-content.ts'
import { htmlProblems } from '../../../tests/support/html.ts'
import type { Content } from '../../model/content/published-content.ts'
import type { Page } from '../../model/publishing/page.ts'
import { createSite } from './render.ts'

const assets = {
  css: '@layer base{body{margin:0}}',
  boot: '/assets/boot-1.js',
  fonts: ['/assets/a.woff2'],
  publicUrl: 'https://mira.example',
}
const now = () => new Date('2026-05-01')
const refused = {
  values: { user_name: 'Ada <i>', user_email: 'ada', message: '' },
  fields: { user_email: 'Enter an email address like name@example.com.', message: 'Write a message.' },
  message: 'Some fields need your attention.',
}

const render = (content: Content) => new Map([...createSite(assets, { now }).pages(content)].map((p) => [p.path, p]))
const at = (pages: Map<string, Page>, path: string): string => pages.get(path)?.body ?? ''
const main = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'))

let pages: Map<string, Page>
let every: [string, Page][]
beforeAll(() => {
  const site = createSite(assets, { now })
  const content = exampleContent()
  pages = new Map([...site.pages(content)].map((page) => [page.path, page]))
  const others = [...createSite(assets, { now }).pages(emptyContent())].map((page) => [`empty ${page.path}`, page])
  every = [...pages, ...others, ['refused', site.refusedMessage(content, refused)]] as [string, Page][]
  every = every.filter(([, { type }]) => type.startsWith('text/html'))
})

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'nothing-there'])(
  'the site goes without an image whose id is %s',
  (id) => {
    const content = exampleContent()
    const without = exampleContent()
    for (const entry of [...content.about, ...content.projects, ...content.testimonials]) entry.image = id
    // `image` is a required field of some: null stands for none all the same.
    for (const entry of [...without.about, ...without.projects, ...without.testimonials])
      entry.image = null as unknown as string
    const [named, plain] = [render(content), render(without)]
    expect([...named.keys()]).toEqual([...plain.keys()])
    expect(at(named, '/')).toBe(at(plain, '/'))
    expect(at(named, '/projects/tideline')).toBe(at(plain, '/projects/tideline'))
  },
)

describe('the site', () => {
  it('has every address of the contract', () => {
    expect([...pages.keys()]).toEqual([
      '/',
      '/?sent=1',
      '/all',
      '/design',
      '/brand',
      '/photos',
      ...exampleContent().projects.map(({ slug }) => `/projects/${slug}`),
      '/projects',
      '/404',
      '/sitemap.xml',
      '/robots.txt',
      '/site.webmanifest',
    ])
    const others = [...pages.values()].filter(({ status }) => status !== 200)
    expect(others.map(({ path, status }) => [path, status])).toEqual([
      ['/projects', 308],
      ['/404', 404],
    ])
  })

  it('is valid HTML at every address', async () => {
    for (const [path, { body }] of every) expect([path, await htmlProblems(body)]).toEqual([path, []])
  }, 60_000)

  it('carries no style attribute, no inline script and no event handler', () => {
    for (const [path, { body }] of every) {
      const markup = body.replace(/<style>[\s\S]*?<\/style>/, '')
      expect([path, markup.match(/<[^>]*\s(?:style|on\w+)=/g)]).toEqual([path, null])
      const scripts = markup.match(/<script[^>]*>/g) ?? []
      expect(scripts.filter((tag) => !tag.includes('src=') && !tag.includes('application/ld+json'))).toEqual([])
    }
  })

  it('reports the exact text of each style element', () => {
    for (const [path, { body, styles }] of every) {
      expect([path, [...body.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => text)]).toEqual([path, styles])
    }
  })

  it('shows what people typed as text', () => {
    const content = exampleContent()
    const nasty = '</title></style></script><script>alert(1)</script><img src=x onerror=alert(1)>'
    content.settings.name = nasty
    content.settings.introduction = nasty
    content.settings.description = `"${nasty}`
    content.settings.headlines = [nasty]
    for (const project of content.projects)
      Object.assign(project, { title: nasty, body: `[x](javascript:alert(1)) ${nasty}` })
    for (const entry of content.testimonials) entry.feedback = nasty
    for (const { body, type } of render(content).values()) {
      if (!type.startsWith('text/html')) continue
      expect(body).not.toContain('<script>')
      expect(body).not.toContain('<img src=x')
      expect(body).not.toContain('javascript:')
    }
  })

  it('leaves out a section without content, and its links', () => {
    const content = exampleContent()
    content.testimonials = []
    content.services = []
    const html = at(render(content), '/')
    expect(html).not.toContain('id="testimonial"')
    expect(html).not.toContain('#testimonial')
    expect(html).not.toContain('id="job"')
    expect(html).toContain('id="resume"')
    const bare = at(render(emptyContent()), '/')
    expect([...bare.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id)).toEqual(['home', 'contact'])
  })

  it('orders and hides sections as the settings say', () => {
    const content = exampleContent()
    const [home, ...rest] = content.settings.sections
    if (!home) throw new Error('no home')
    content.settings.sections = [home, ...rest.reverse()].map((item) =>
      item.id === 'resume' ? { ...item, visible: false } : item,
    )
    const html = at(render(content), '/')
    expect([...html.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id)).toEqual([
      'home',
      'contact',
      'testimonial',
      'portfolio',
      'job',
      'about',
    ])
  })

  it('keeps one first heading when the owner hides the first section', () => {
    const content = exampleContent()
    content.settings.sections = content.settings.sections.map((item) => ({ ...item, visible: item.id !== 'home' }))
    expect(at(render(content), '/').match(/<h1/g)).toHaveLength(1)
  })

  it('filters the portfolio at its own addresses and keeps every card in the page', () => {
    const html = at(pages, '/design')
    const cards = [...html.matchAll(/<li (hidden )?class="card [^>]*data-category="(\w+)"/g)]
    expect(cards).toHaveLength(7)
    for (const [, hidden, category] of cards) expect(hidden === undefined).toBe(category === 'design')
    expect(html).toContain('<link rel="canonical" href="https://mira.example/">')
    expect(html.match(/<a [^>]*data-filter="(\w+)" aria-current="page"/)?.[1]).toBe('design')
    expect(at(pages, '/')).not.toContain('<li hidden')
  })

  it('offers no filter without a project; its address stays, and says so', () => {
    const content = exampleContent()
    content.projects = content.projects.filter(({ category }) => category !== 'brand')
    const without = render(content)
    const offered = (path: string) => [...at(without, path).matchAll(/data-filter="(\w+)"/g)].map(([, name]) => name)
    expect(offered('/')).toEqual(['all', 'design', 'photos'])
    expect(offered('/brand')).toEqual(['all', 'design', 'brand', 'photos'])
    expect(at(without, '/brand')).toContain('Nothing under Brand yet.')
  })

  it('leaves out what is hidden, label and all, and says Present where nothing has ended', () => {
    const content = exampleContent()
    const labels = (html: string) => [...html.matchAll(/<dt>([^<]*)<\/dt>/g)].map(([, label]) => label)
    expect(labels(at(render(content), '/'))).toEqual(['Name', 'Email', 'Age', 'From', 'Lives in'])
    content.about = content.about.map((entry) => ({ ...entry, age: null, from: '' }))
    content.testimonials = content.testimonials.map((entry) => ({ ...entry, country: '' }))
    content.educations = content.educations.slice(0, 1).map((entry) => ({ ...entry, end_year: null }))
    const html = at(render(content), '/')
    expect(labels(html)).toEqual(['Name', 'Email', 'Lives in'])
    expect(html).not.toContain('quote-country')
    expect(html).toContain('2021 – Present')
  })

  it('has the browser carry the images of at most forty cards over to another page', () => {
    const carried = (count: number) => {
      const content = exampleContent()
      const [project] = content.projects
      if (!project) throw new Error('There is no project to repeat.')
      content.projects = Array.from({ length: count }, (_, index) => ({
        ...project,
        id: `${project.id}-${index}`,
        slug: `project-${index}`,
      }))
      return [...at(render(content), '/').matchAll(/data-transition="project-/g)].length
    }
    expect([carried(40), carried(41)]).toEqual([40, 0])
  })

  it('thanks a visitor without JavaScript, and gives a refused message back', () => {
    expect(main(at(pages, '/?sent=1'))).toContain('Your email has been sent successfully!')
    expect(main(at(pages, '/?sent=1'))).not.toContain('<form')
    const page = createSite(assets, { now }).refusedMessage(exampleContent(), refused)
    expect(page.status).toBe(422)
    expect(page.body).toContain('value="Ada &lt;i&gt;"')
    expect(page.body).toContain('Enter an email address like name@example.com.')
    expect(page.body.match(/aria-invalid="true"/g)).toHaveLength(2)
    expect(page.body).toContain('<meta name="robots" content="noindex">')
  })

  it('never shows a private field', () => {
    for (const { body } of pages.values()) expect(body).not.toContain('ingrid@')
  })

  it('names project neighbours and preloads the image of a project', () => {
    const html = at(pages, '/projects/blue-hour')
    expect(html).toMatch(/<a [^>]*href="\/projects\/tideline" rel="prev"/)
    expect(html).toMatch(/<a [^>]*href="\/projects\/meia-lua" rel="next"/)
    expect(html).toMatch(
      /<link rel="preload" as="image" type="image\/avif" imagesrcset="[^"]+" imagesizes="[^"]+" fetchpriority="high">/,
    )
  })

  it('goes round the end with project neighbours, but never to the same project twice', () => {
    const content = exampleContent()
    const last = content.projects.at(-1)?.slug
    const neighbours = (count: number, slug: string) => {
      const some = { ...content, projects: content.projects.slice(0, count) }
      return [...at(render(some), `/projects/${slug}`).matchAll(/href="\/projects\/([^"]+)" rel="(prev|next)"/g)].map(
        ([, to, rel]) => `${rel} ${to}`,
      )
    }
    const [one = '', two = '', three = ''] = content.projects.map(({ slug }) => slug)
    expect(neighbours(content.projects.length, one)).toEqual([`prev ${last}`, `next ${two}`])
    expect(neighbours(3, three)).toEqual([`prev ${two}`, `next ${one}`])
    expect(neighbours(2, one)).toEqual([`next ${two}`])
    expect(neighbours(1, one)).toEqual([])
  })

  it('mirrors the page for languages that are written leftward', () => {
    const content = exampleContent()
    content.settings.language = 'ar'
    expect(at(render(content), '/')).toContain('<html lang="ar" dir="rtl"')
    expect(at(pages, '/')).not.toContain('dir="rtl"')
  })
})
