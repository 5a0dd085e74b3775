import { describe, expect, it } from 'vitest'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { createSite } from './render.ts'

const assets = { css: '', boot: '/boot.js', fonts: [], publicUrl: 'https://mira.example' }

type Thing = Record<string, unknown>

const dataOf = (path: string, content = exampleContent()): Thing[] => {
  const page = [...createSite(assets).pages(content)].find((one) => one.path === path)
  const block = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(page?.body ?? '')?.[1]
  const data = JSON.parse(block ?? '') as { '@context': string; '@graph': Thing[] }
  expect(data['@context']).toBe('https://schema.org')
  return data['@graph']
}

describe('the structured data', () => {
  it('describes the person, the works and the reviews of the one-page site', () => {
    const graph = dataOf('/')
    const kinds = graph.map((thing) => thing['@type'])
    expect(kinds.filter((kind) => kind === 'Person')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'CreativeWork')).toHaveLength(7)
    expect(kinds.filter((kind) => kind === 'Review')).toHaveLength(6)
    expect(graph[0]).toMatchObject({
      name: 'Mira Solberg',
      url: 'https://mira.example/',
      image: expect.stringContaining('https://'),
    })
    const review = graph.find((thing) => thing['@type'] === 'Review')
    expect(review).toMatchObject({ reviewRating: { ratingValue: 5, bestRating: 5 }, author: { name: 'Ingrid Aune' } })
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

  it('leaves out the content of hidden sections', () => {
    const content = exampleContent()
    content.settings.sections = content.settings.sections.map(({ id }) => ({ id, visible: id !== 'testimonial' }))
    const kinds = dataOf('/', content).map((thing) => thing['@type'])
    expect(kinds).toContain('CreativeWork')
    expect(kinds).not.toContain('Review')
  })

  it('describes a project on its own page', () => {
    expect(dataOf('/projects/fio')).toMatchObject([
      { '@type': 'CreativeWork', name: 'Fio', url: 'https://mira.example/projects/fio', dateCreated: '2023' },
    ])
  })

  it('cannot be ended by what it holds', () => {
    const content = exampleContent()
    content.settings.description = '</script><script>alert(1)</script><!--'
    expect(dataOf('/', content)[0]).toMatchObject({ description: content.settings.description })
  })
})
