import { describe, expect, it } from 'vitest'
import { emptyContent, exampleContent } from '../../../tests/support/example-content.ts'
import type { Content } from '../publishing/published-content.ts'
import { experienceFirst } from '../sections/sections.ts'
import { cvLink, cvOf } from './cv.ts'
import { mostOfACollection } from './cv-collections.ts'

const url = 'https://mira.example'

const hiding = (content: Content, ...ids: string[]): Content => ({
  ...content,
  settings: {
    ...content.settings,
    sections: content.settings.sections.map((section) => ({ ...section, visible: !ids.includes(section.id) })),
  },
})

describe('the CV of published content', () => {
  it('holds the entries in the owner’s order', () => {
    const content = exampleContent()
    const { educations, projects, skills } = cvOf(content, url)
    expect([educations, projects, skills]).toEqual([content.educations, content.projects, content.skills])
  })

  it('says nothing of what the page hides', () => {
    const content = exampleContent()
    const cv = cvOf(hiding(content, 'resume', 'about'), url)
    for (const name of ['experiences', 'educations', 'skills', 'certificates', 'languages'] as const)
      expect(cv[name]).toEqual([])
    expect(cv.projects).toEqual(content.projects)
    expect(cv.person).toMatchObject({ portrait: undefined, location: content.settings.location })
    expect(cvOf(hiding(content, 'portfolio'), url).projects).toEqual([])
  })

  it('takes the address of a mailto link when About is hidden, since the footer shows it', () => {
    const content = exampleContent()
    content.settings.socials = [{ label: 'Odd', url: 'mailto:%zz@a.example?subject=Hi' }]
    expect(cvOf(hiding(content, 'about'), url).person.email).toBe('%zz@a.example')
  })

  it('takes the address in Settings, with About or without', () => {
    const content = exampleContent()
    content.settings.email = 'studio@mira.example'
    for (const one of [content, { ...content, about: [] }]) {
      expect(cvOf(one, url).person.email).toBe('studio@mira.example')
      expect(cvOf(one, url, { anonymous: true, headline: null, summary: null, entries: {} }).person.email).toBe('')
    }
  })

  it('begins with the first paragraph of the introduction, else with the description', () => {
    const content = exampleContent()
    const summaryOf = (introduction: string, ...hidden: string[]) =>
      cvOf(hiding({ ...content, settings: { ...content.settings, introduction } }, ...hidden), url).person.summary
    const text =
      '# Hello\n\n- a list\n\nI **make** [sites](https://a.example "A") for _ferries_,\nin `snake_case` 2 * 3.\n\nMore.'
    expect(summaryOf(text)).toBe('I make sites for ferries, in snake_case 2 * 3.')
    expect(summaryOf('')).toBe(content.settings.description)
    expect(summaryOf(text, 'about')).toBe(content.settings.description)
  })

  it('holds a bounded number of entries of a collection', () => {
    const content = exampleContent()
    const [project] = content.projects
    if (!project) throw new Error('There is no project.')
    content.projects = Array.from({ length: 1000 }, (_, index) => ({ ...project, id: String(index) }))
    expect(cvOf(content, url).projects).toHaveLength(mostOfACollection)
  })
})

describe('the order of a CV', () => {
  const orderWith = (resumeOrder: unknown) => {
    const content = exampleContent()
    return cvOf({ ...content, settings: { ...content.settings, resumeOrder: resumeOrder as never } }, url).order.join(
      ' ',
    )
  }

  it('begins with experience as long as the owner has ordered nothing', () => {
    const own = 'experiences educations skills projects lists certificates languages'
    for (const unordered of [exampleContent().settings.resumeOrder, undefined, experienceFirst])
      expect(orderWith(unordered)).toBe(own)
  })

  it('is the owner’s of Resume, with projects and lists behind experience, education and skills', () => {
    expect(orderWith(['skills', 'educations', 'languages', 'experiences', 'certificates'])).toBe(
      'skills educations languages experiences projects lists certificates',
    )
    expect(orderWith(['experiences', 'educations', 'languages', 'skills', 'certificates'])).toBe(
      'experiences educations languages skills projects lists certificates',
    )
  })

  it('has lists with their newest items first, and no empty one', () => {
    const item = { month: 0 as const, place: '', url: '', text: '', links: [] }
    const items = [null, 2001, 2024].map((year) => ({ ...item, title: String(year), year }))
    const list = { order: 1, title: 'Talks', kind: 'talks' as const, link: 'none' as const }
    const content = {
      ...exampleContent(),
      lists: [
        { ...list, id: 'a', items },
        { ...list, id: 'b', items: [] },
      ],
    }
    expect(cvOf(content, url).lists.map((one) => one.items.map(({ title }) => title))).toEqual([
      ['2024', '2001', 'null'],
    ])
    expect(cvOf(hiding(content, 'lists'), url).lists).toEqual([])
  })
})

describe('Download CV', () => {
  const linkWith = (content: Content, settings: Partial<Content['settings']>) =>
    cvLink({ ...content, settings: { ...content.settings, ...settings } })

  it('leads to the owner’s file, else to the CV that is made', () => {
    expect(linkWith(exampleContent(), {})).toBe('/media/473db42db01e475a.pdf')
    expect(linkWith(exampleContent(), { cv: '' })).toBe('/cv.pdf')
  })

  it('is not there when no CV is made, or it has no entry', () => {
    expect(linkWith(exampleContent(), { cv: '', cvFiles: false })).toBe('')
    expect(linkWith(emptyContent(), { cv: '' })).toBe('')
    expect(
      cvLink(
        hiding({ ...exampleContent(), settings: { ...exampleContent().settings, cv: '' } }, 'resume', 'portfolio'),
      ),
    ).toBe('')
  })
})
