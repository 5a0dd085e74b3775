import { isoMonth } from '../../model/content/period.ts'
import { present } from '../../model/fields/fields.ts'
import type { Content, PublishedEntry } from '../../model/publishing/published-content.ts'
import { type JsonLd, mostOfAKind } from '../markup/json-ld.ts'

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
export const resumeData = ({ educations, experiences, skills, certificates, languages }: Content): JsonLd => {
  const employed = experiences.filter(({ company, end_year }) => company !== '' && end_year === present)
  const degrees = educations.filter(({ degree }) => degree !== '')
  const some = <T, R>(entries: T[], thing: (entry: T) => R) => entries.slice(0, mostOfAKind).map(thing)
  return {
    ...known('alumniOf', some(educations, alumniOf)),
    ...known('hasOccupation', some(experiences, hasOccupation)),
    ...known('worksFor', some(employed, worksFor)),
    ...known(
      'knowsAbout',
      some(skills, ({ name }) => name),
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
