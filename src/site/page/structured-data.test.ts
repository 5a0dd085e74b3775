import { describe, expect, it } from 'vitest'
import { drawnAtOnce } from '../../../tests/support/drawn-at-once.ts'
import { emptyContent, exampleContent, exampleImage } from '../../../tests/support/example-content.ts'
import { schemaOrgProblems } from '../../../tests/support/schema-org.ts'
import type { Block } from '../../model/blocks/kinds.ts'
import { examples } from '../../model/content/examples.ts'
import { createSite } from './render.tsx'

const assets = { css: '', boot: '/boot.js', fonts: [], publicUrl: 'https://mira.example' }

type Thing = Record<string, unknown>

const graphIn = (body: string): Thing[] => {
  const block = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(body)?.[1]
  return block === undefined ? [] : (JSON.parse(block) as { '@graph': Thing[] })['@graph']
}

const dataOf = (path: string, content = exampleContent()): Thing[] => {
  const page = [...createSite(assets, { markup: drawnAtOnce }).pages(content)].find((one) => one.path === path)
  const block = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(page?.body ?? '')?.[1]
  const data = JSON.parse(block ?? '') as { '@context': string; '@graph': Thing[] }
  expect(data['@context']).toBe('https://schema.org')
  return data['@graph']
}

/** Content that has all of which there is structured data. */
const fullContent = () => {
  const content = exampleContent()
  const firm = { company: 'Nordfly', location: 'Bodø', url: 'https://nordfly.example' }
  content.experiences = content.experiences.map((one) => ({ ...one, ...firm, end_year: 'Present', start_month: 3 }))
  content.educations = content.educations.map((one) => ({ ...one, degree: 'MA', location: 'Lisbon' }))
  content.certificates = [
    { id: 'c', order: 1, title: 'Architect', issuer: 'School', year: 2024, url: 'https://a.example' },
  ]
  content.languages = [{ id: 'l', order: 1, name: 'Norwegian', level: 'native' }]
  content.lists = (['talks', 'exhibitions', 'press', 'publications', 'clients', 'other'] as const).map(
    (kind, index) => {
      const [list] = examples.lists
      if (!list) throw new Error('There is no example.')
      const undated = { ...list.items[1], year: null, place: '', url: '/projects/fio' } as (typeof list.items)[0]
      return { ...list, kind, id: kind, order: index + 1, items: [...list.items, undated] }
    },
  )
  content.projects = content.projects.map((one) => ({ ...one, awards: ['Gold'], team: ['Ada', 'Bo'] }))
  const blocks = [{ id: 'a', kind: 'text', markdown: 'A day.' }] as Block[]
  content.pages = [{ id: 'p', order: 1, slug: 'now', title: 'Now', placement: 'page', link: 'none', blocks }]
  const ids = [...content.projects, ...content.pages].map(({ id }) => [id, '2026-01-01T10:00:00.000Z'])
  content.times = { entries: Object.fromEntries(ids), settings: '2026-01-01T10:00:00.000Z' }
  return content
}

describe('the structured data', () => {
  it('is in schema.org’s own vocabulary at every address: each type, each property where it may stand, each value', () => {
    for (const content of [exampleContent(), emptyContent(), fullContent()])
      for (const { path, body, type } of createSite(assets, { markup: drawnAtOnce }).pages(content))
        if (type.startsWith('text/html')) expect([path, schemaOrgProblems(graphIn(body))]).toEqual([path, []])
    const kinds = JSON.stringify(dataOf('/', fullContent()))
    for (const kind of ['Person', 'Occupation', 'ProfilePage', 'CreativeWork', 'WebSite'])
      expect(kinds).toContain(`"@type":"${kind}"`)
  })

  it('is checked by what finds an unknown type, a property of another type, a wrong value and a missing thing', () => {
    const work = { '@type': 'CreativeWork', name: 'Fio' }
    expect(schemaOrgProblems([work])).toEqual([])
    for (const wrong of [
      { '@type': 'Artwork' },
      { nme: 'Fio' },
      { roleName: 'Maker' },
      { url: 'fio' },
      { dateCreated: 'spring' },
      { creator: { '@type': 'Place', name: 'Lisbon' } },
      { creator: { '@id': 'https://a.example/#nobody' } },
      { creator: { '@type': 'Role', roleName: 'Maker' } },
    ])
      expect([wrong, schemaOrgProblems([{ ...work, ...wrong }]).length]).toEqual([wrong, 1])
  })

  it('has talks and exhibitions as events where they have a date, press and publications as works, and of clients nothing', () => {
    const owner = { '@id': 'https://mira.example/#person' }
    const [timetable, forms] = ['A timetable is an interface', 'Forms that forgive']
    const found = (type: string) =>
      dataOf('/', fullContent()).filter(
        (thing) => thing['@type'] === type && [timetable, forms].includes(String(thing.name)),
      )
    for (const type of ['Event', 'ExhibitionEvent'])
      expect(found(type)).toEqual([
        {
          ...{ '@type': type, name: timetable, url: 'https://webdays.example/2025/timetable', startDate: '2025-05' },
          ...{ location: { '@type': 'Place', name: 'Nordic Web Days, Bodø' }, performer: owner },
        },
        {
          '@type': type,
          name: forms,
          startDate: '2023',
          location: { '@type': 'Place', name: 'Lisbon' },
          performer: owner,
        },
      ])
    const undated = { name: forms, url: 'https://mira.example/projects/fio' }
    expect(found('Article').at(-1)).toEqual({ '@type': 'Article', ...undated, about: owner })
    expect(found('CreativeWork').at(-1)).toEqual({ '@type': 'CreativeWork', ...undated, author: owner })
    expect(found('CreativeWork')[0]).toMatchObject({
      ...{ datePublished: '2025-05', publisher: { '@type': 'Organization', name: 'Nordic Web Days, Bodø' } },
    })
    expect([found('Article').length, found('CreativeWork').length]).toEqual([3, 3])
    const hidden = fullContent()
    hidden.settings.sections = hidden.settings.sections.map((one) => ({ ...one, visible: one.id !== 'lists' }))
    expect(JSON.stringify(dataOf('/', hidden))).not.toContain(timetable)
  })

  it('leads from the first page to a project, a page and a list of projects', () => {
    const stepsAt = (path: string) => {
      const list = dataOf(path, fullContent()).find((thing) => thing['@type'] === 'BreadcrumbList')
      const { itemListElement = [] } = (list ?? {}) as { itemListElement?: Thing[] }
      return itemListElement.map(({ position, item }) => [position, (item as Thing)['@id']])
    }
    const [home, archive] = [
      [1, 'https://mira.example/'],
      [2, 'https://mira.example/projects'],
    ]
    expect(stepsAt('/projects/fio')).toEqual([home, archive, [3, 'https://mira.example/projects/fio']])
    expect(stepsAt('/projects/year/2023')).toEqual([home, archive, [3, 'https://mira.example/projects/year/2023']])
    expect(stepsAt('/projects')).toEqual([home, archive])
    expect(stepsAt('/now')).toEqual([home, [2, 'https://mira.example/now']])
  })

  it('says of a project who worked on it, its awards and when it was published, and of a page its beginning', () => {
    expect(dataOf('/projects/fio', fullContent())[0]).toMatchObject({
      award: ['Gold'],
      contributor: [{ '@type': 'Person', name: 'Ada' }, { name: 'Bo' }],
      dateModified: '2026-01-01T10:00:00.000Z',
      inLanguage: 'en',
    })
    expect(dataOf('/now', fullContent())[0]).toMatchObject({
      ...{ '@type': 'WebPage', name: 'Now', description: 'A day.', url: 'https://mira.example/now' },
      dateModified: '2026-01-01T10:00:00.000Z',
    })
  })

  it('describes the person, and the works of the one-page site, and calls nothing a review', () => {
    const graph = dataOf('/')
    const kinds = graph.map((thing) => thing['@type'])
    expect(kinds.filter((kind) => kind === 'Person')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'CreativeWork')).toHaveLength(7)
    expect(JSON.stringify(graph)).not.toMatch(/Review|Rating/)
    expect(graph[0]).toMatchObject({
      name: 'Mira Solberg',
      url: 'https://mira.example/',
      email: 'hello@mirasolberg.example',
      image: expect.stringContaining('https://'),
    })
  })

  it('dates education and experience; what has not ended has no end', () => {
    const content = exampleContent()
    content.educations = content.educations.slice(0, 1).map((entry) => ({ ...entry, end_year: null }))
    expect(dataOf('/', content)[0]).toMatchObject({
      alumniOf: [
        {
          startDate: '2021',
          roleName: 'Type and typography, evening programme',
          alumniOf: { name: 'Oficina da Graça, Lisbon' },
        },
      ],
      hasOccupation: [{ startDate: '2019', endDate: '2020', hasOccupation: { name: 'Web Developer' } }],
    })
    expect(dataOf('/', content)[0]?.alumniOf).not.toMatchObject([{ endDate: expect.anything() }])
  })

  it('names employer, degrees, certificates and languages', () => {
    const content = exampleContent()
    const firm = { company: 'Nordfly', location: 'Bodø', url: 'https://nordfly.example' }
    content.experiences = content.experiences.flatMap((entry) => [
      { ...entry, ...firm, id: 'now', end_year: 'Present', start_month: 3 },
      { ...entry, ...firm, id: 'then' },
    ])
    content.educations = content.educations.slice(0, 1).map((entry) => ({ ...entry, degree: 'MA' }))
    content.certificates = [{ id: 'c', order: 1, title: 'Cloud architect', issuer: 'School', year: 2024, url: '' }]
    content.languages = [{ id: 'l', order: 1, name: 'Norwegian', level: 'native' }]
    const [person] = dataOf('/', content)
    expect(person).toMatchObject({
      knowsLanguage: [{ '@type': 'Language', name: 'Norwegian' }],
      hasCredential: [
        { credentialCategory: 'degree', name: 'MA', recognizedBy: { name: 'Oficina da Graça, Lisbon' } },
        { credentialCategory: 'certificate', name: 'Cloud architect', dateCreated: '2024' },
      ],
    })
    expect(person?.worksFor).toEqual([
      {
        '@type': 'OrganizationRole',
        roleName: 'Web Developer',
        startDate: '2019-03',
        worksFor: { '@type': 'Organization', name: 'Nordfly', url: 'https://nordfly.example', address: 'Bodø' },
      },
    ])
  })

  it('leaves out the content of hidden sections', () => {
    const content = exampleContent()
    content.settings.sections = content.settings.sections.map(({ id }) => ({ id, visible: id !== 'portfolio' }))
    const kinds = dataOf('/', content).map((thing) => thing['@type'])
    expect(kinds).toContain('Person')
    expect(kinds).not.toContain('CreativeWork')
  })

  it('describes a project on its own page', () => {
    expect(dataOf('/projects/fio').slice(0, 1)).toMatchObject([
      { '@type': 'CreativeWork', name: 'Fio', url: 'https://mira.example/projects/fio', dateCreated: '2023' },
    ])
  })

  it('names a project’s categories as visitors read them, and its tags one by one', () => {
    const content = exampleContent()
    content.projects = content.projects.map((one) => ({ ...one, categories: ['brand', 'photos'], tags: ['C', 'C#'] }))
    expect(dataOf('/projects/fio', content).slice(0, 1)).toMatchObject([
      { genre: ['Brand', 'Photos'], keywords: ['C', 'C#'] },
    ])
    content.settings.language = 'de'
    expect(dataOf('/projects/fio', content).slice(0, 1)).toMatchObject([{ genre: ['Marken', 'Fotos'] }])
    expect(dataOf('/', content).find(({ name }) => name === 'Fio')).toMatchObject({ genre: ['Marken', 'Fotos'] })
  })

  it('names the images of a case study on its page, each once, and only its main image elsewhere', () => {
    const content = exampleContent()
    for (const id of ['one.svg', 'two.svg']) content.media[id] = exampleImage(id)
    const images = ['one.svg', 'two.svg', 'one.svg'].map((image) => ({ image, caption: '' }))
    const blocks = [
      { id: 'a', kind: 'gallery', images },
      { id: 'b', kind: 'compare', ...{ before: 'two.svg', after: 'gone' } },
    ] as Block[]
    content.projects = content.projects.map((one) => (one.slug === 'fio' ? { ...one, blocks } : one))
    const [page = {}] = dataOf('/projects/fio', content)
    const [main, ...more] = page.image as string[]
    expect(main).toContain('/media/fio.svg-')
    expect(more).toEqual(
      ['one.svg', 'two.svg'].map((id) => expect.stringContaining(`https://mira.example/media/${id}-`)),
    )
    expect(dataOf('/', content).find(({ name }) => name === 'Fio')).toMatchObject({ image: main })
  })

  it('cannot be ended by what it holds', () => {
    const content = exampleContent()
    content.settings.description = '</script><script>alert(1)</script><!--'
    expect(dataOf('/', content)[0]).toMatchObject({ description: content.settings.description })
  })
})
