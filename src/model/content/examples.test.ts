import { describe, expect, it } from 'vitest'
import { isSafeLink } from '../fields/fields.ts'
import { defaultCategories } from '../settings/categories.ts'
import { sampleSettings } from '../settings/sample-settings.ts'
import { emptySettings, settingsSchema } from '../settings/settings.ts'
import { collectionNames, findCollection } from './collections.ts'
import { examples, examplesOf } from './examples.ts'

const addresses = [
  sampleSettings.hireLink,
  sampleSettings.cv,
  ...sampleSettings.socials.map((social) => social.url),
  ...examples.projects.map((project) => project.url),
]

describe('the sample content', () => {
  it.each(collectionNames)('of %s may be published as it stands, nothing trimmed or filled in', (name) => {
    expect(examplesOf(name).length).toBeGreaterThan(0)
    for (const example of examplesOf(name)) expect(findCollection(name)?.schema.parse(example)).toStrictEqual(example)
  })

  it('has settings that are valid, with and without samples', () => {
    expect(settingsSchema.parse(sampleSettings)).toStrictEqual(sampleSettings)
    expect(settingsSchema.parse(emptySettings)).toStrictEqual(emptySettings)
  })

  it('carries the specification’s skills', () => {
    expect(examples.skills.map(({ name, percent }) => `${name} ${percent}`)).toEqual([
      'C# 20',
      'Web Design 70',
      'JavaScript 80',
      'Laravel 60',
      'HTML/CSS 95',
      'React JS 80',
      'Bootstrap 60',
    ])
  })

  it('carries the specification’s one experience, six services and seven projects', () => {
    expect(examples.experiences).toHaveLength(1)
    expect(examples.experiences[0]).toMatchObject({
      start_year: '2019',
      end_year: '2020',
      name: 'Web Developer',
      program: 'Full Stack',
    })
    expect(examples.services).toHaveLength(6)
    expect(examples.projects).toHaveLength(7)
  })

  it('uses every size and every category of project', () => {
    const projects = examples.projects
    expect(new Set(projects.map((project) => project.size))).toEqual(new Set(['small', 'medium', 'large']))
    expect(new Set(projects.flatMap((project) => project.categories))).toEqual(
      new Set(defaultCategories.map(({ id }) => id)),
    )
  })

  it('fills a grid of four columns without a gap, a large project being 2 × 2, a medium 2 × 1, a small 1 × 1', () => {
    const cells = { large: 4, medium: 2, small: 1 }
    expect(examples.projects.reduce((sum, project) => sum + cells[project.size], 0) % 4).toBe(0)
  })

  it('counts ten certificates and dates its copyright from 2023', () => {
    expect(sampleSettings.counters).toEqual([{ value: 10, label: 'certificates', counts: '' }])
    expect(sampleSettings.copyrightSince).toBe(2023)
  })

  it('has headlines that fit a typed line and a description that search results show whole', () => {
    for (const headline of sampleSettings.headlines) expect(headline.length).toBeLessThanOrEqual(32)
    expect(sampleSettings.description.length).toBeLessThanOrEqual(160)
  })

  it('gives every project an address of its own', () => {
    const slugs = examples.projects.map((project) => project.slug)
    expect(new Set(slugs).size).toBe(slugs.length)
  })

  it('has clients who are not all content: stars differ', () => {
    expect(new Set(examples.testimonials.map((testimonial) => testimonial.star))).toEqual(new Set([4, 5]))
  })

  it('names nobody’s real address', () => {
    for (const address of addresses.filter((value) => value !== '')) {
      expect(isSafeLink(address)).toBe(true)
      if (!address.startsWith('/')) expect(address).toMatch(/^(?:https:\/\/[^/]+|mailto:[^@]+@[^/]+)\.example(?:\/|$)/)
    }
    const emails = [...examples.about, ...examples.testimonials].map((entry) => entry.email)
    for (const email of emails) expect(email).toMatch(/\.example$/)
  })
})
