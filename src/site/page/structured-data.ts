import { isoMonth } from '../../model/content/period.ts'
import { addressIn } from '../../model/cv/cv.ts'
import { present } from '../../model/fields/fields.ts'
import { type Content, type PublishedEntry, shownPerson } from '../../model/publishing/published-content.ts'
import type { SectionId } from '../../model/sections/sections.ts'
import type { Words } from '../../model/words/words.ts'
import { imageData, type JsonLd, mostOfAKind, personId } from '../markup/json-ld.ts'
import { listsData } from '../sections/lists.tsx'
import { shownSections } from '../sections/registry.ts'
import { shownSkills } from '../sections/resume.tsx'
import type { SectionData } from '../sections/section.tsx'
import { worksData } from '../sections/work.ts'

/** A property of schema.org, left out when it says nothing. */
const known = (name: string, value: unknown): JsonLd =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? {} : { [name]: value }

/** Dates of a schema.org Role. One that has not ended has no end. */
const dates = (start: string | undefined, end: string | undefined): JsonLd => ({
  ...known('startDate', start),
  ...known('endDate', end),
})

const organisation = (kind: string, name: string, { location, url }: { location: string; url: string }): JsonLd => ({
  '@type': kind,
  name,
  ...known('url', url),
  ...known('address', location),
})

const alumniOf = (entry: PublishedEntry<'educations'>): JsonLd => ({
  '@type': 'OrganizationRole',
  roleName: entry.faculty,
  ...dates(isoMonth(entry.start_year), isoMonth(entry.end_year)),
  alumniOf: organisation('EducationalOrganization', entry.university, entry),
})

const hasOccupation = (entry: PublishedEntry<'experiences'>): JsonLd => ({
  '@type': 'Role',
  ...dates(isoMonth(entry.start_year, entry.start_month), isoMonth(entry.end_year, entry.end_month)),
  hasOccupation: { '@type': 'Occupation', name: entry.name },
})

/** Present employer; schema.org has no property for former ones. */
const worksFor = (entry: PublishedEntry<'experiences'>): JsonLd => ({
  '@type': 'OrganizationRole',
  roleName: entry.name,
  ...dates(isoMonth(entry.start_year, entry.start_month), undefined),
  worksFor: organisation('Organization', entry.company, entry),
})

const credential = (category: string, name: string, recognizedBy: string): JsonLd => ({
  '@type': 'EducationalOccupationalCredential',
  credentialCategory: category,
  name,
  ...known('recognizedBy', recognizedBy && { '@type': 'Organization', name: recognizedBy }),
})

const certificate = (entry: PublishedEntry<'certificates'>): JsonLd => ({
  ...credential('certificate', entry.title, entry.issuer),
  ...known('dateCreated', isoMonth(entry.year)),
  ...known('url', entry.url),
})

/** Education, experience, skills, certificates and languages as properties of schema.org's Person. */
const resumeData = (content: Content): JsonLd => {
  const { educations, experiences, certificates, languages } = content
  const employed = experiences.filter(({ company, end_year }) => company !== '' && end_year === present)
  const degrees = educations.filter(({ degree }) => degree !== '')
  const some = <T, R>(entries: T[], thing: (entry: T) => R) => entries.slice(0, mostOfAKind).map(thing)
  return {
    ...known('alumniOf', some(educations, alumniOf)),
    ...known('hasOccupation', some(experiences, hasOccupation)),
    ...known('worksFor', some(employed, worksFor)),
    ...known(
      'knowsAbout',
      some(shownSkills(content), ({ name }) => name),
    ),
    ...known('hasCredential', [
      ...some(degrees, ({ degree, university }) => credential('degree', degree, university)),
      ...some(certificates, certificate),
    ]),
    ...known(
      'knowsLanguage',
      some(languages, ({ name }) => ({ '@type': 'Language', name })),
    ),
  }
}

const isWebUrl = (url: string) => /^https?:/i.test(url)

/** What a person who is free looks for, until the day from which the page no longer says so. */
const demand = ({ availability, availableUntil }: Content['settings']): JsonLd => ({
  seeks: {
    '@type': 'Demand',
    description: availability,
    ...(availableUntil ? { validThrough: availableUntil } : {}),
  },
})

const person = (content: Content, url: string): JsonLd => {
  const { settings } = content
  const shown = shownPerson(content)
  const email = addressIn(settings.socials.find((social) => /^mailto:/i.test(social.url))?.url ?? '')
  const profiles = settings.socials.map((social) => social.url).filter(isWebUrl)
  return {
    '@type': 'Person',
    '@id': personId(url),
    name: settings.name,
    url: `${url}/`,
    ...(settings.role ? { jobTitle: settings.role } : {}),
    ...(settings.description ? { description: settings.description } : {}),
    ...(settings.availability ? demand(settings) : {}),
    ...(email ? { email } : {}),
    ...(shown?.live ? { homeLocation: { '@type': 'Place', name: shown.live } } : {}),
    ...(shown ? imageData(shown.image, content, url) : {}),
    ...(profiles.length > 0 ? { sameAs: profiles } : {}),
    ...(shownSections(content).some(({ id }) => id === 'resume') ? resumeData(content) : {}),
  }
}

const siteId = (url: string): string => `${url}/#website`

/** The site, and its first page as the profile of its owner. */
const site = ({ settings }: Content, url: string): JsonLd[] => {
  const { name, description, language } = settings
  const described = description ? { description } : {}
  const shared = { url: `${url}/`, name, ...described, inLanguage: language }
  const owner = { '@id': personId(url) }
  return [
    { '@type': 'WebSite', '@id': siteId(url), ...shared, author: owner },
    { '@type': 'ProfilePage', ...shared, isPartOf: { '@id': siteId(url) }, mainEntity: owner },
  ]
}

/** Testimonials are in none: what a site says of its own owner is no review to a search engine. Apart from the definitions of the sections, which the preview loads as well: it needs none of this. */
const dataOf: Partial<Record<SectionId, SectionData>> = {
  portfolio: worksData,
  lists: listsData,
}

/** JSON-LD of the one-page site: the person, the site, and the content of the sections that are shown. */
export const siteData = (content: Content, url: string, words: Words): JsonLd[] => [
  person(content, url),
  ...site(content, url),
  ...shownSections(content).flatMap(({ id }) => dataOf[id]?.(content, url, words) ?? []),
]
