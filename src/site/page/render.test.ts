import { beforeAll, describe, expect, it } from 'vitest'
import { drawnAtOnce } from '../../../tests/support/drawn-at-once.ts'
import { emptyContent, exampleContent } from '../../../tests/support/example-content.ts'
import { htmlProblems } from '../../../tests/support/html.ts'
import { blocksOfText } from '../../model/blocks/blocks-to-markdown.ts'
import type { Page, SharedEntry } from '../../model/publishing/page.ts'
import { facetsOf } from '../../model/publishing/page-paths.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { defaultCategories } from '../../model/settings/categories.ts'
import { withPerson } from '../../model/settings/with-person.ts'
import { createSite } from './render.tsx'

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

const render = (content: Content) =>
  new Map([...createSite(assets, { now, markup: drawnAtOnce }).pages(content)].map((p) => [p.path, p]))
const at = (pages: Map<string, Page>, path: string): string => pages.get(path)?.body ?? ''
const main = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'))

let pages: Map<string, Page>
let every: [string, Page][]
beforeAll(() => {
  const site = createSite(assets, { now, markup: drawnAtOnce })
  const content = exampleContent()
  pages = new Map([...site.pages(content)].map((page) => [page.path, page]))
  const others = [...createSite(assets, { now, markup: drawnAtOnce }).pages(emptyContent())].map((page) => [
    `empty ${page.path}`,
    page,
  ])
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
    const twins = [...pages.keys()].filter((path) => path.endsWith('.md'))
    expect([...pages.keys()].filter((path) => !twins.includes(path))).toEqual([
      '/',
      '/?sent=1',
      '/all',
      '/design',
      '/brand',
      '/photos',
      '/projects',
      ...facetsOf(exampleContent().projects, defaultCategories).map(({ path }) => path),
      '/testimonials',
      ...exampleContent().projects.map(({ slug }) => `/projects/${slug}`),
      '/404',
      '/feed.xml',
      '/sitemap.xml',
      '/robots.txt',
      '/site.webmanifest',
      '/card.vcf',
    ])
    const others = [...pages.values()].filter(({ status }) => status !== 200)
    expect(others.map(({ path, status }) => [path, status])).toEqual([['/404', 404]])
  })

  it('is valid HTML at every address', async () => {
    for (const [path, { body }] of every) expect([path, await htmlProblems(body)]).toEqual([path, []])
  })

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
      Object.assign(project, { title: nasty, blocks: blocksOfText(`[x](javascript:alert(1)) ${nasty}`) })
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

  it('leaves nothing empty behind where optional fields are', async () => {
    const content = exampleContent()
    for (const project of content.projects)
      Object.assign(project, { image: null, summary: '', blocks: [], url: '', year: null, tags: [] })
    for (const service of content.services) service.text = ''
    for (const skill of content.skills) skill.percent = null
    for (const person of content.about) person.image = null
    content.settings.portfolioLayout = 'tiles'
    const bare = render(content)
    const [page, project] = [main(at(bare, '/')), main(at(bare, '/projects/tideline'))]
    expect(page).toContain('C#')
    expect(page).toContain('<span class="card-initial" aria-hidden="true">T</span>')
    expect(page).toContain('data-portrait="none"')
    for (const missing of ['about-portrait', 'service-text', 'skill-percent', 'meter-fill', 'null', 'undefined'])
      expect(page).not.toContain(missing)
    expect(project).toContain('Tideline')
    expect(project).not.toContain('project-summary')
    expect(at(bare, '/card.vcf')).not.toContain('PHOTO')
    expect(at(bare, '/projects/tideline')).not.toMatch(/"description":""|name="description"/)
    for (const path of ['/', '/projects/tideline']) expect(await htmlProblems(at(bare, path))).toEqual([])
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

  it('says at no address who About is, or what testimonials say, while the owner hides them', () => {
    const content = exampleContent()
    const [person] = content.about
    if (!person?.image) throw new Error('no portrait')
    for (const project of content.projects) Object.assign(project, { image: null, cover: null, blocks: [] })
    const names = content.testimonials.map(({ fullname }) => fullname)
    const told = [person.live, person.email, `/media/${person.image}-`, ...names]
    /** The site where nothing but About says where and at which address the owner is. */
    const show = (isShown: (id: string) => boolean) => {
      const sections = content.settings.sections.map((item) => ({ ...item, visible: isShown(item.id) }))
      const unsaid = { location: '', email: '', socials: [] }
      const layouts = { firstScreen: 'portrait', contactLayout: 'line' } as const
      content.settings = withPerson({ ...content.settings, ...unsaid, ...layouts, sections }, person)
      return render(content)
    }
    const tellers = (pages: Map<string, Page>) =>
      [...pages.values()].filter(({ body }) => told.some((text) => body.includes(text))).map(({ path }) => path)
    const shown = show(() => true)
    expect(tellers(shown)).toEqual(
      expect.arrayContaining(['/', '/projects', '/testimonials', '/testimonials.md', '/sitemap.xml', '/card.vcf']),
    )
    expect(at(shown, '/')).toContain('data-layout="portrait"')
    expect(at(shown, '/')).toContain(`<summary class="contact-address" dir="ltr">${person.email}</summary>`)
    const pages = show((id) => id !== 'about' && id !== 'testimonial')
    expect(tellers(pages)).toEqual([])
    expect(pages.get('/testimonials')?.status).toBe(308)
    expect(at(pages, '/sitemap.xml')).not.toContain('/testimonials')
  })

  it('keeps one first heading when the owner hides the first section', () => {
    const content = exampleContent()
    content.settings.sections = content.settings.sections.map((item) => ({ ...item, visible: item.id !== 'home' }))
    expect(at(render(content), '/').match(/<h1/g)).toHaveLength(1)
  })

  it('names nothing of the first section while the owner hides it: its link leads to the top', () => {
    const content = exampleContent()
    const dead = /href="(?:\/#home|#rings)"/g
    expect(at(render(content), '/').match(dead)).toHaveLength(3)
    content.settings.sections = content.settings.sections.map((item) => ({ ...item, visible: item.id !== 'home' }))
    const html = at(render(content), '/')
    expect(html.match(dead)).toBeNull()
    expect(html.match(/<a class="nav-name" href="\/#top"/g)).toHaveLength(2)
    expect(html).toContain('<body id="top">')
  })

  it('leads Hire Me to the email address while the owner hides the form, and leaves it out without one', () => {
    const content = exampleContent()
    const hire = () => /<a class="button-filled" href="([^"]*)"/.exec(main(at(render(content), '/')))?.[1]
    expect(hire()).toBe('/#contact')
    content.settings.sections = content.settings.sections.map((item) => ({ ...item, visible: item.id !== 'contact' }))
    expect(hire()).toBe('mailto:hello@mirasolberg.example')
    content.settings.socials = []
    expect(hire()).toBeUndefined()
    content.settings.hireLink = 'https://hire.example'
    expect(hire()).toBe('https://hire.example')
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
    content.projects = content.projects.filter(({ categories }) => !categories.includes('brand'))
    const without = render(content)
    const offered = (path: string) => [...at(without, path).matchAll(/data-filter="(\w+)"/g)].map(([, name]) => name)
    expect(offered('/')).toEqual(['all', 'design', 'photos'])
    expect(offered('/brand')).toEqual(['all', 'design', 'brand', 'photos'])
    expect(at(without, '/brand')).toContain('Nothing under Brand yet.')
  })

  it('types several headlines, and leaves one alone', () => {
    const content = exampleContent()
    content.settings.headlines = ['Maps and timetables']
    const one = main(at(render(content), '/'))
    expect(one).toMatch(/<p class="typed[^>]*>Maps and timetables<\/p>/)
    expect(one).not.toMatch(/data-typed|typed-toggle|typed-line/)
    expect(main(at(pages, '/')).match(/data-typed-(?:text|toggle)=/g)).toHaveLength(2)
  })

  it('says when an answer can be expected only if the owner does', () => {
    const content = exampleContent()
    content.settings.contactAnswer = 'I answer within two days.'
    const said = render(content)
    expect(at(said, '/')).toContain('data-sent-note="I answer within two days."')
    expect(at(said, '/?sent=1')).toContain('>I answer within two days.<')
    expect(at(pages, '/')).toContain('data-sent-note=""')
  })

  it('calls every section in the navbar as above it', () => {
    const html = at(pages, '/').replace(/<span class="open-pair">t<\/span>/g, 't')
    const names = [...html.matchAll(/data-section="(\w+)">([^<]+)</g)]
    expect(new Set(names.map(([, id]) => id)).size).toBeGreaterThan(5)
    for (const [, id, name] of names)
      expect(html).toMatch(new RegExp(`id="${id}-title" class="heading-title">${name}(?: <|<)`))
  })

  it('has its links in the bar where they leave room for the name, whatever letters it has, or behind the button', () => {
    const fits = (name: string) => {
      const content = exampleContent()
      content.settings.name = name
      return /<ul class="nav-links"(?: data-fits="(\d+)")?/.exec(at(render(content), '/'))?.[1]
    }
    expect(['Bo', 'ÆGIR Ó', '山田', 'Ada 😀'].map(fits)).toEqual(['30', '30', '30', '30'])
    expect(fits('Maximiliane Wummermann')).toBeUndefined()
  })

  it('opens the pair of t and f in headings, which would run into each other', () => {
    const pair = '<span class="open-pair">t</span>f'
    expect(at(pages, '/')).toContain(`Por${pair}olio</h2>`)
    const content = exampleContent()
    for (const entry of content.projects) entry.title = 'A platform for Otto & fun'
    expect(at(render(content), '/projects/tideline')).toContain(`>A pla${pair}orm for Otto &amp; fun</h1>`)
  })

  it('draws no filter that would stand alone; the address of all stays', () => {
    const content = exampleContent()
    content.projects = content.projects.map((project) => ({ ...project, categories: [] }))
    content.settings.categories = []
    const without = render(content)
    for (const path of ['/', '/all']) {
      expect(at(without, path)).not.toMatch(/data-filters?=/)
      expect(at(without, path).match(/<li [^>]*class="card\b/g)).toHaveLength(content.projects.length)
    }
  })

  it('has the owner’s categories as filters, each at its address, with the projects of each', () => {
    const content = exampleContent()
    const [design, brand] = content.settings.categories
    if (!design || !brand) throw new Error('The categories are gone.')
    content.settings.categories = [{ ...brand, slug: 'marks', label: 'Marks' }, design]
    content.projects = content.projects.map((project, index) => ({
      ...project,
      categories: [['design', 'brand'], ['brand'], ['photos'], []][index] ?? ['design'],
    }))
    content.redirects = [{ collection: 'categories', from: 'brand', to: 'marks' }]
    const own = render(content)
    const html = at(own, '/marks')
    const offered = [...html.matchAll(/data-filter="(\w+)"[^>]*>(\w+) <span[^>]*>(\d)/g)].map(([, ...one]) => one)
    expect(offered).toEqual([
      ['all', 'All', '7'],
      ['marks', 'Marks', '2'],
      ['design', 'Design', '4'],
    ])
    const cards = [...html.matchAll(/<li (hidden )?class="card [^>]*data-category="([\w ]*)"/g)]
    expect(cards.map(([, hidden, slugs]) => [hidden === undefined, slugs])).toEqual([
      [true, 'design marks'],
      [true, 'marks'],
      ...[
        [false, ''],
        [false, ''],
        [false, 'design'],
        [false, 'design'],
        [false, 'design'],
      ],
    ])
    // Its place differs from filter to filter.
    expect(html).toMatch(/data-places="design ow\d oh\d[^"]*, marks ow\d oh\d/)
    expect(at(own, '/')).toContain('<span class="card-category">Design, Marks</span>')
    expect(at(own, '/projects/tideline')).toContain('<dd>Design, Marks</dd>')
    expect(at(own, `/projects/${content.projects[3]?.slug}`)).not.toContain('<dt>Kind</dt>')
    expect(own.get('/brand')).toMatchObject({ status: 308, location: '/marks' })
    expect(own.has('/photos')).toBe(false)
    expect(at(own, '/')).toContain('"genre":["Design","Marks"]')
  })

  it('separates categories, and role and company, as the language of the page does', () => {
    const content = exampleContent()
    content.settings.language = 'ja'
    content.settings.categories = content.settings.categories.map((one) => ({
      ...one,
      label: one.id === 'design' ? 'Plans' : 'Marks',
    }))
    content.projects = content.projects.map((one) => ({ ...one, categories: ['design', 'brand'], client: '' }))
    content.testimonials = content.testimonials.map((one) => ({ ...one, role: 'Captain', company: 'Nordfly' }))
    const own = render(content)
    expect(at(own, '/')).toContain('<span class="card-category">Plans、Marks</span>')
    expect(at(own, '/')).toMatch(/class="quote-role"[^>]*>Captain、Nordfly</)
    expect(at(own, '/projects/tideline')).toContain('<dd>Plans、Marks</dd>')
    expect(at(own, '/testimonials.md')).toContain('、Captain、Nordfly')
    content.settings.portfolioLayout = 'index'
    expect(at(render(content), '/')).toMatch(/class="index-\w+"[^>]*>Plans、Marks</)
  })

  it('names the filters of the archive as visitors do, in their language', () => {
    const content = exampleContent()
    const headings = () => [...at(render(content), '/projects').matchAll(/<summary>([^<]*)/g)].map(([, text]) => text)
    expect(headings()).toEqual(['Category', 'Year', 'Topic'])
    content.settings.language = 'pt'
    expect(headings()).toEqual(['Categoria', 'Ano', 'Tema'])
  })

  it('says the role and company of somebody who recommends, and how they know the owner, where it matters', () => {
    const content = exampleContent()
    const [first, second, third] = content.testimonials.map((entry) => ({ ...entry, role: '', company: '' }))
    if (!first || !second || !third) throw new Error('There are too few testimonials.')
    const project = content.projects[0]
    if (project) project.blocks = [{ id: 'q', kind: 'quote', testimonial: first.id, text: '', name: '', role: '' }]
    content.testimonials = [
      { ...first, role: 'Captain', company: 'Nordfly', relation: 'friend', source: 'mail' },
      { ...second, company: 'Kvart', relation: 'client', star: null },
      third,
    ]
    const [html, own] = ['/', `/projects/${project?.slug}`].map((path) => at(render(content), path))
    const roles = [...(html ?? '').matchAll(/class="quote-role"[^>]*>([^<]*)/g)].map(([, role]) => role)
    expect(roles).toEqual(['Captain, Nordfly', 'Kvart'])
    expect(own).toContain(
      `<span class="said-role" dir="auto">Captain, Nordfly, ${first.country}, Friend or relative</span>`,
    )
    expect(html?.match(/class="quote-relation">([^<]*)/g)).toEqual(['class="quote-relation">Friend or relative'])
    expect(html).toContain('Sent through a link to this person’s address')
    // Without stars, none are shown as empty.
    expect(html?.match(/class="stars"/g)).toHaveLength(2)
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

  /** A site with so many projects, in turn of each category, and as many testimonials. */
  const longContent = (count: number): Content => {
    const content = exampleContent()
    const [project] = content.projects
    const [testimonial] = content.testimonials
    if (!project || !testimonial) throw new Error('There is nothing to repeat.')
    const slugs = ['design', 'brand', 'photos']
    content.projects = Array.from({ length: count }, (_, index) => ({
      ...project,
      ...{ id: `p${index}`, slug: `project-${index}`, order: index + 1, year: 2020 + (index % 3), tags: ['C#', 'C'] },
      ...{ categories: [index < 3 ? 'photos' : (slugs[index % 2] ?? 'design')], image: `image-${index}` },
    }))
    content.testimonials = Array.from({ length: count }, (_, index) => ({ ...testimonial, id: `t${index}` }))
    const image = Object.values(content.media)[0]
    if (image) for (let n = 0; n < count; n += 1) content.media[`image-${n}`] = { ...image, id: `image-${n}` }
    return content
  }
  const cardsIn = (html: string) =>
    [...html.matchAll(/href="\/projects\/project-(\d+)" data-project/g)].map(([, n]) => n)

  it('shows 24 projects and testimonials, and the rest on further pages that lead to each other', () => {
    const content = longContent(60)
    const long = render(content)
    const from = (path: string) => cardsIn(at(long, path))
    const numbers = (start: number, end: number) => Array.from({ length: end - start }, (_, n) => String(start + n))
    expect(from('/')).toEqual(numbers(0, 24))
    expect(from('/?page=2')).toEqual(numbers(24, 48))
    expect(from('/?page=3')).toEqual(numbers(48, 60))
    expect(long.has('/?page=4')).toBe(false)
    expect(at(long, '/')).toContain('href="/?page=2" rel="next" data-more=""')
    expect(at(long, '/?page=2')).toMatch(/<link rel="prev" href="\/"><link rel="next" href="\/\?page=3">/)
    expect(at(long, '/?page=2')).toContain('<link rel="canonical" href="https://mira.example/?page=2">')
    expect(at(long, '/?page=3')).not.toContain('rel="next"')
    // The third category is whole on the first page.
    expect(from('/photos')).toEqual(['0', '1', '2'])
    expect(at(long, '/photos')).not.toContain('data-more')
    expect([from('/design').length, from('/design?page=2').length, from('/design?page=3').length]).toEqual([24, 4, 0])
    expect(at(long, '/design')).toContain('<link rel="canonical" href="https://mira.example/design">')
    expect(at(long, '/')).not.toContain('<li hidden')

    const slides = (path: string) => at(long, path).match(/data-slide=""/g)?.length
    expect([slides('/'), slides('/testimonials'), slides('/testimonials?page=3')]).toEqual([24, 24, 12])
    expect(at(long, '/')).toContain('href="/testimonials"')
    // Of the images, a page has the rules of its own only.
    const rules = (path: string) => new Set(at(long, path).match(/\.m[0-9a-z]+\{[^{}]*\}/g)).size
    expect(rules('/') - rules('/?page=2')).toBeLessThan(10)
    expect(rules('/?page=2')).toBeLessThan(40)
  })

  it('has a wall from six testimonials on, and says that it is a selection where the owner declined one', () => {
    const six = exampleContent()
    expect(render(six).get('/testimonials')?.status).toBe(200)
    expect(render({ ...six, testimonials: six.testimonials.slice(0, 5) }).get('/testimonials')?.status).toBe(308)
    const sentence = 'A selection of the testimonials that came.'
    for (const path of ['/', '/testimonials']) {
      expect(at(render(six), path), path).not.toContain(sentence)
      expect(at(render({ ...six, selection: true }), path), path).toContain(sentence)
    }
  })

  it('leaves the page as it is with 24 projects', () => {
    const html = at(render(longContent(24)), '/')
    expect(cardsIn(html)).toHaveLength(24)
    expect(html).not.toMatch(/data-more|rel="next"|href="\/projects"/)
  })

  it('has an archive by category, year and tag', () => {
    const long = render(longContent(60))
    expect(cardsIn(at(long, '/projects'))).toHaveLength(24)
    expect(cardsIn(at(long, '/projects?page=3'))).toHaveLength(12)
    const links = [...at(long, '/projects').matchAll(/href="(\/projects\/(?:category|year|tag)\/[^"]+)"/g)].map(
      ([, path]) => path,
    )
    expect(links).toEqual([
      ...['category/design', 'category/brand', 'category/photos'].map((path) => `/projects/${path}`),
      ...['year/2022', 'year/2021', 'year/2020', 'tag/c', 'tag/c%23'].map((path) => `/projects/${path}`),
    ])
    for (const path of links) expect([path, cardsIn(at(long, path ?? '')).length > 0]).toEqual([path, true])
    expect(cardsIn(at(long, '/projects/year/2021'))[0]).toBe('1')
    expect(at(long, '/sitemap.xml')).toContain('<loc>https://mira.example/projects</loc>')
  })

  it('leads every link of a long site to a page', () => {
    const long = render(longContent(60))
    for (const [path, { body, type }] of long)
      if (type.startsWith('text/html'))
        for (const [, href = ''] of body.matchAll(/ href="(\/[^"#]*)/g))
          if (!/^\/(?:assets|media|admin|login|register|icon|favicon|apple)/.test(href))
            expect([path, href, long.has(href)]).toEqual([path, href, true])
  })

  it('keeps the pages of projects while the owner hides Portfolio, and leads from them and from the filters to the archive', () => {
    const content = longContent(30)
    content.settings.sections = content.settings.sections.map(({ id }) => ({ id, visible: id !== 'portfolio' }))
    const hidden = render(content)
    for (const [path, { body }] of hidden) expect([path, body.includes('#portfolio')]).toEqual([path, false])
    const back = (path: string) =>
      /<p class="project-back"><a class="arrow-link" href="([^"]*)"/.exec(at(hidden, path))?.[1]
    expect(['/projects/project-0', '/projects', '/projects?page=2'].map(back)).toEqual(['/projects', '/', '/'])
    for (const path of ['/all', '/design'])
      expect(hidden.get(path), path).toMatchObject({ status: 308, location: '/projects' })
    for (const path of ['/?page=2', '/all.md', '/design.md']) expect([path, hidden.has(path)]).toEqual([path, false])
    const addresses = at(hidden, '/sitemap.xml')
    expect(addresses).toContain('<loc>https://mira.example/projects/project-0</loc>')
    expect(addresses).not.toContain('<loc>https://mira.example/design</loc>')
  })

  it('is valid HTML on every page of a list', async () => {
    const long = render(longContent(30))
    for (const path of ['/', '/?page=2', '/design', '/projects', '/projects/tag/c%23', '/testimonials?page=2'])
      expect([path, await htmlProblems(at(long, path))]).toEqual([path, []])
  })

  it('thanks a visitor without JavaScript, and gives a refused message back', () => {
    expect(main(at(pages, '/?sent=1'))).toContain('Your email has been sent successfully!')
    expect(main(at(pages, '/?sent=1'))).not.toContain('<form')
    const page = createSite(assets, { now, markup: drawnAtOnce }).refusedMessage(exampleContent(), refused)
    expect(page.status).toBe(422)
    expect(page.body).toContain('value="Ada &lt;i&gt;"')
    expect(page.body).toContain('Enter an email address like name@example.com.')
    expect(page.body.match(/aria-invalid="true"/g)).toHaveLength(2)
    expect(page.body).toContain('<meta name="robots" content="noindex">')
  })

  it('draws the page of a draft for review: it says so and until when, and search engines are told nothing', async () => {
    const site = createSite(assets, { now, markup: drawnAtOnce })
    const content = exampleContent()
    const before = [...site.pages(content)].map(({ body }) => body)
    const [project] = content.projects
    if (!project) throw new Error('There is no project to review.')
    const text = { id: 'for-review', kind: 'text' as const, markdown: 'Only **reviewers** read this.' }
    const draft = { ...project, title: '', blocks: [text] }
    const review = { until: '2026-05-08T10:30:00.000Z', isPublished: false }
    const { body, status, styles } = site.sharedDraft(content, { collection: 'projects', entry: draft }, review)
    expect([status, styles]).toEqual([200, [expect.stringContaining(assets.css)]])
    expect(body).toMatch(/Draft, shown for review until May 8, 2026 at 10:30\sAM UTC\./)
    expect(body).toContain('Only <strong>reviewers</strong> read this.')
    expect(body).toMatch(/<h1[^>]*>Untitled<\/h1>/)
    expect(body).toContain('<meta name="robots" content="noindex">')
    for (const told of ['rel="canonical"', 'application/ld+json', 'og:url']) expect(body).not.toContain(told)
    expect(await htmlProblems(body)).toEqual([])
    content.settings.language = 'de'
    expect(site.sharedDraft(content, { collection: 'projects', entry: draft }, review).body).toContain(
      'Entwurf, zur Durchsicht gezeigt',
    )
    content.settings.language = 'en'
    // Nothing of it stays for the visitors' pages.
    expect([...site.pages(content)].map(({ body }) => body)).toEqual(before)
  })

  it('draws the draft of a page of the owner’s for review at no address, wherever it is to be placed', async () => {
    const content = exampleContent()
    const text = { id: 'for-review', kind: 'text' as const, markdown: 'Prices **in progress**.' }
    const entry = {
      id: 'p',
      order: 1,
      title: 'Prices',
      slug: 'prices',
      placement: 'section',
      link: 'navbar',
      blocks: [text],
    }
    const draft = { collection: 'pages', entry } as SharedEntry
    const site = createSite(assets, { now, markup: drawnAtOnce })
    const { body } = site.sharedDraft(content, draft, { until: '2026-05-08T10:30:00.000Z', isPublished: false })
    for (const part of ['Draft, shown for review until', 'Prices <strong>in progress</strong>.', 'content="noindex"'])
      expect(body).toContain(part)
    for (const told of ['rel="canonical"', 'og:url', '#page-prices']) expect(body).not.toContain(told)
    expect(await htmlProblems(body)).toEqual([])
    const live = site.sharedDraft(content, draft, { until: '2026-05-08T10:30:00.000Z', isPublished: true })
    expect(live.body).toContain('<a href="/#page-prices">Published. Open its public page</a>')
  })

  it('says under a link for review that its project is published, and leads to the page that visitors see', () => {
    const content = exampleContent()
    const [project] = content.projects
    if (!project) throw new Error('There is no project to review.')
    const { body } = createSite(assets, { now, markup: drawnAtOnce }).sharedDraft(
      content,
      { collection: 'projects', entry: project },
      {
        until: '2026-05-08T10:30:00.000Z',
        isPublished: true,
      },
    )
    expect(body).not.toContain('Draft')
    expect(body).toContain(`<a href="/projects/${project.slug}">Published. Open its public page</a>`)
  })

  it('never shows a private field', () => {
    for (const { body } of pages.values()) expect(body).not.toContain('ingrid@')
  })

  it('names project neighbours, and fetches the image of a project first', () => {
    const html = at(pages, '/projects/blue-hour')
    expect(html).toMatch(/<a [^>]*href="\/projects\/tideline" rel="prev"/)
    expect(html).toMatch(/<a [^>]*href="\/projects\/meia-lua" rel="next"/)
    expect(html.match(/fetchpriority="high"/gi)).toHaveLength(1)
    expect(html).toMatch(/<img [^>]*fetchpriority="high"/i)
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

  it('is drawn in a language whose code Intl refuses, and names one to its scripts that Intl takes', () => {
    const content = exampleContent()
    Object.assign(content.settings, { language: 'zh-yue', portfolioLayout: 'index', colophon: true })
    const site = createSite(assets, { now, markup: drawnAtOnce })
    const review = { collection: 'projects', entry: content.projects[0] } as SharedEntry
    const draft = site.sharedDraft(content, review, { until: '2026-05-09T12:00:00.000Z', isPublished: false })
    const home = [...site.pages(content)].find(({ path }) => path === '/')
    for (const body of [home?.body, draft.body]) expect(body).toContain('<html lang="zh" ')
  })

  it('mirrors the page for languages that are written leftward', () => {
    const content = exampleContent()
    content.settings.language = 'ar'
    expect(at(render(content), '/')).toContain('<html lang="ar" dir="rtl"')
    expect(at(pages, '/')).not.toContain('dir="rtl"')
  })
})
