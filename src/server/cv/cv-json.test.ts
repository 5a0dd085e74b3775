import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { cvContents, listed } from '../../../tests/support/cv-contents.ts'
import { exampleContent } from '../../../tests/support/example-content.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { cvJson } from './cv-forms.ts'
import { cvSource } from './cv-source.ts'

// It comes without types.
const { validate } = createRequire(import.meta.url)('@jsonresume/schema') as {
  validate(resume: unknown, done: (problems: unknown) => void): void
}

const jsonOf = (content: Content) => {
  const source = cvSource(content, 'https://mira.example')
  if (!source) throw new Error('No CV is made.')
  return JSON.parse(cvJson(source))
}

const problemsOf = (resume: unknown) => new Promise((resolve) => validate(resume, resolve))

describe('the CV as JSON Resume', () => {
  it.each([...cvContents])('follows the schema for %s', async (_, content) => {
    expect(await problemsOf(jsonOf(content()))).toBeNull()
  })

  it('is refused by the schema when a date is none', async () => {
    const resume = jsonOf(exampleContent())
    resume.work[0].startDate = 'spring'
    expect(await problemsOf(resume)).not.toBeNull()
  })

  it('has the facts of a job where the schema has them', () => {
    const content = exampleContent()
    const facts = {
      company: 'Nordfly',
      location: 'Bodø',
      url: '/nordfly',
      start_month: 5,
      end_year: 'Present',
    } as const
    content.experiences = content.experiences.map((entry) => ({ ...entry, ...facts, highlights: ['Four steps'] }))
    expect(jsonOf(content).work[0]).toEqual({
      ...{ name: 'Nordfly', position: 'Web Developer', description: 'Full Stack', location: 'Bodø' },
      ...{ url: 'https://mira.example/nordfly', startDate: '2019-05', highlights: ['Four steps'] },
      summary: content.experiences[0]?.about,
    })
  })

  it('has the portrait where the CV is to have it alone', () => {
    const content = exampleContent()
    const imageWith = (cvPortrait: boolean) =>
      jsonOf({ ...content, settings: { ...content.settings, cvPortrait } }).basics.image
    expect(imageWith(true)).toMatch(/^https:\/\/mira\.example\/media\/portrait/)
    expect(imageWith(false)).toBeUndefined()
  })

  it('has lists of publications where the schema has them, and no other list', () => {
    const resume = jsonOf(listed())
    expect(resume.publications).toEqual([
      {
        ...{ name: 'The right to a slow connection', publisher: 'A List Aside', releaseDate: '2022-03' },
        ...{ url: 'https://aside.example/slow', summary: 'An essay.' },
      },
    ])
    expect(JSON.stringify(resume)).not.toMatch(/is an interface|Kystverket|who makes/)
  })

  it('says of skills what the CV for people says: their names', () => {
    const content = exampleContent()
    expect(jsonOf(content).skills).toEqual(content.skills.map(({ name }) => ({ name })))
  })

  it('leaves out dates that are no year or month', () => {
    const content = exampleContent()
    content.experiences = content.experiences.map((entry) => ({ ...entry, start_year: 'spring 2019' }))
    expect(jsonOf(content).work[0]).not.toHaveProperty('startDate')
  })
})
