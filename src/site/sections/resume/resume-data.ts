import type { Content } from '../../../model/content/published-content.ts'
import { type JsonLd, mostOfAKind } from '../../page/json-ld.ts'

const isYear = (year: string) => /^\d{4}$/.test(year)

/** Dates of a schema.org Role. One that has not ended has no end. */
const dates = (start: string | number | null, end: string | number | null): JsonLd => ({
  ...(isYear(String(start)) ? { startDate: String(start) } : {}),
  ...(isYear(String(end)) ? { endDate: String(end) } : {}),
})

const listed = (name: string, roles: JsonLd[]): JsonLd => (roles.length > 0 ? { [name]: roles } : {})

/** Education and experience as properties of schema.org's Person. */
export const resumeData = ({ educations, experiences }: Content): JsonLd => ({
  ...listed(
    'alumniOf',
    educations.slice(0, mostOfAKind).map(({ start_year, end_year, faculty, university }) => ({
      '@type': 'OrganizationRole',
      roleName: faculty,
      ...dates(start_year, end_year),
      alumniOf: { '@type': 'EducationalOrganization', name: university },
    })),
  ),
  ...listed(
    'hasOccupation',
    experiences.slice(0, mostOfAKind).map(({ start_year, end_year, name }) => ({
      '@type': 'Role',
      ...dates(start_year, end_year),
      hasOccupation: { '@type': 'Occupation', name },
    })),
  ),
})
