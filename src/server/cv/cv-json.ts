import { isoMonth } from '../../model/content/period.ts'
import type { Cv, CvPerson } from '../../model/cv/cv.ts'
import type { CvWords } from '../../model/cv/cv-document.ts'
import { filled } from '../../model/words/template.ts'

// https://jsonresume.org/schema, version 1.0.0. It lets further keys stand; `location` and `summary` of an education are such.
const schema = 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json'

type Json = Record<string, unknown>

const saysNothing = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Without what says nothing. */
const known = (values: Json): Json =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !saysNothing(value)))

const basics = (person: CvPerson, absolute: (url: string) => string): Json => {
  const { name, role, summary, email, phone, location, url, links, portrait } = person
  const image = portrait?.variants.jpeg.at(-1)?.url
  return known({
    ...{ name, label: role, email, phone, url, summary },
    image: image && absolute(image),
    location: location === '' ? undefined : { address: location },
    profiles: links.map(({ label, url }) => known({ network: label, url: absolute(url) })),
  })
}

/** The CV as [JSON Resume](https://jsonresume.org/schema) 1.0, with the address where it stands, if it has one. Dates that are no year or month, such as “spring 2019”, are left out, and so are lists of other things than publications, for which it has no place. */
export const cvJson = (cv: Cv, { resume }: CvWords, canonical: string): string => {
  const { person } = cv
  const base = person.url === '' ? undefined : `${person.url}/`
  const absolute = (url: string) => (url !== '' && URL.canParse(url, base) ? new URL(url, base).href : '')
  const data = known({
    $schema: schema,
    basics: basics(person, absolute),
    work: cv.experiences.map((entry) =>
      known({
        ...{ name: entry.company, position: entry.name, description: entry.program, location: entry.location },
        url: absolute(entry.url),
        startDate: isoMonth(entry.start_year, entry.start_month),
        endDate: isoMonth(entry.end_year, entry.end_month),
        ...{ summary: entry.about, highlights: entry.highlights },
      }),
    ),
    education: cv.educations.map((entry) =>
      known({
        ...{ institution: entry.university, area: entry.faculty, studyType: entry.degree, location: entry.location },
        url: absolute(entry.url),
        startDate: isoMonth(entry.start_year),
        endDate: isoMonth(entry.end_year),
        summary: entry.about,
      }),
    ),
    projects: cv.projects.map((entry) =>
      known({
        ...{ name: entry.title, description: entry.summary, highlights: entry.awards, keywords: entry.tags },
        startDate: isoMonth(entry.year),
        url: absolute(entry.url),
        roles: entry.role === '' ? [] : [entry.role],
        entity: entry.client,
      }),
    ),
    publications: cv.lists
      .filter(({ kind }) => kind === 'publications')
      .flatMap(({ items }) => items)
      .map(({ title, place, year, month, url, text }) =>
        known({
          ...{ name: title, publisher: place, releaseDate: isoMonth(year, month), url: absolute(url), summary: text },
        }),
      ),
    skills: cv.skills.map(({ name, percent }) =>
      known({ name, level: percent === null ? '' : filled(resume.percent, { n: percent }) }),
    ),
    certificates: cv.certificates.map((entry) =>
      known({ name: entry.title, date: isoMonth(entry.year), url: absolute(entry.url), issuer: entry.issuer }),
    ),
    languages: cv.languages.map(({ name, level }) =>
      known({ language: name, fluency: level === '' ? '' : resume.levels[level] }),
    ),
    meta: known({ canonical, version: 'v1.0.0' }),
  })
  return `${JSON.stringify(data, null, 2)}\n`
}
