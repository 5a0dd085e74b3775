import { describe, expect, it } from 'vitest'
import { collections } from './collections.ts'
import { examples } from './examples.ts'
import { experienceAt } from './period.ts'

const { educations, experiences } = collections
const [education] = examples.educations
const [experience] = examples.experiences

const refusal = (result: { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('a period', () => {
  it('that ends before it starts is refused with a sentence at the end', () => {
    expect(refusal(educations.schema.safeParse({ ...education, start_year: 2020, end_year: 2019 }))).toEqual([
      'end_year: End year must not be before 2020, the start year.',
    ])
    expect(
      refusal(experiences.schema.safeParse({ ...experience, start_year: 'spring 2020', end_year: '2019' })),
    ).toEqual(['end_year: End year must not be before 2020, the start year.'])
  })

  it.each([
    ['one year', '2019', '2019'],
    ['a later year', 'May 2019', 'June 2021'],
    ['several years on a side', '2018/2019', '2018/2019'],
    ['an end without a year', '2019', 'today'],
    ['a start without a year', 'long ago', '1980'],
    ['digits that are no year', '2019', 'day 20191'],
  ])('may have %s', (_, start_year, end_year) => {
    expect(experiences.schema.safeParse({ ...experience, start_year, end_year }).success).toBe(true)
  })

  it('that ends in an earlier month of the same year is refused with a sentence at that month', () => {
    const months = { start_year: '2019', end_year: '2019', start_month: 5, end_month: 3 }
    expect(refusal(experiences.schema.safeParse({ ...experience, ...months }))).toEqual([
      'end_month: End month must not be before May, the start month.',
    ])
    for (const allowed of [{ end_year: '2020' }, { end_month: 5 }, { end_month: 0 }])
      expect(experiences.schema.safeParse({ ...experience, ...months, ...allowed }).success).toBe(true)
  })

  it('has months only next to a year alone', () => {
    expect(refusal(experiences.schema.safeParse({ ...experience, start_year: 'spring 2019', start_month: 5 }))).toEqual(
      ['start_month: Start month goes with a year alone, such as 2019. Choose no month, or change start year.'],
    )
    expect(refusal(experiences.schema.safeParse({ ...experience, end_year: 'Present', end_month: 5 }))).toEqual([
      'end_month: End month goes with a year alone, such as 2019. Choose no month, or change end year.',
    ])
  })

  it('may be open at its end: null where years are numbers, Present where they are text', () => {
    expect(educations.schema.parse({ ...education, end_year: null })).toMatchObject({ end_year: null })
    expect(educations.fields.end_year.ongoing).toBe(null)
    expect(experiences.fields.end_year.ongoing).toBe('Present')
  })

  it('needs an end all the same, so that nobody leaves it out by mistake', () => {
    const { end_year: _, ...open } = education as { end_year: unknown }
    expect(refusal(educations.schema.safeParse(open))).toEqual(['end_year: End year is required, or tick Ongoing.'])
    expect(refusal(experiences.schema.safeParse({ ...experience, end_year: '' }))).toEqual([
      'end_year: End year is required.',
    ])
  })

  it('may end before it starts in a draft and in what is on the page since before the rule', () => {
    const inverted = { ...education, start_year: 2020, end_year: 2019 }
    expect(educations.draft.safeParse(inverted).success).toBe(true)
    expect(educations.shown.safeParse(inverted).success).toBe(true)
  })
})

describe('the place of an experience', () => {
  const where = {
    name: 'Developer',
    program: 'Sundlinjen',
    company: 'Sundlinjen',
    location: '',
    url: 'https://a.example',
  }

  it('names a company once, where an import knew nothing else', () => {
    expect(experienceAt(where).place.map(({ text }) => text)).toEqual(['', 'Sundlinjen', ''])
    expect(experienceAt({ ...where, program: 'Ferries' }).place[0]).toEqual({ text: 'Ferries' })
  })

  it('has the link of the company, which is the title’s where there is none', () => {
    expect(experienceAt(where)).toMatchObject({ title: { url: '' }, place: [{}, { url: where.url }, {}] })
    expect(experienceAt({ ...where, company: '' }).title.url).toBe(where.url)
  })
})
