import { addressIn } from '../../model/cv/cv.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import type { SectionId } from '../../model/sections/sections.ts'
import type { Words } from '../../model/words/words.ts'
import { imageData, type JsonLd, personId } from '../markup/json-ld.ts'
import type { SectionData } from '../sections/define-section.ts'
import { listsData } from '../sections/lists.tsx'
import { shownSections } from '../sections/registry.ts'
import { resumeData } from '../sections/resume-data.ts'
import { worksData } from '../sections/work.ts'

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
  const { settings, about } = content
  const [first] = about
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
    ...(first?.live ? { homeLocation: { '@type': 'Place', name: first.live } } : {}),
    ...(first ? imageData(first.image, content, url) : {}),
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
