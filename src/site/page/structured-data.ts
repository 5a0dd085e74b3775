import type { Content } from '../../model/content/published-content.ts'
import { shownSections } from '../sections/registry.ts'
import { resumeData } from '../sections/resume/resume-data.ts'
import { imageData, type JsonLd, personId } from './json-ld.ts'

const isWebUrl = (url: string) => /^https?:/i.test(url)

const person = (content: Content, url: string): JsonLd => {
  const { settings, about } = content
  const [first] = about
  const profiles = settings.socials.map((social) => social.url).filter(isWebUrl)
  return {
    '@type': 'Person',
    '@id': personId(url),
    name: settings.name,
    url: `${url}/`,
    ...(settings.role ? { jobTitle: settings.role } : {}),
    ...(settings.description ? { description: settings.description } : {}),
    ...(first?.live ? { homeLocation: { '@type': 'Place', name: first.live } } : {}),
    ...(first ? imageData(first.image, content, url) : {}),
    ...(profiles.length > 0 ? { sameAs: profiles } : {}),
    ...(shownSections(content).some(({ id }) => id === 'resume') ? resumeData(content) : {}),
  }
}

/** JSON-LD of the one-page site: the person, and the content of the sections that are shown. */
export const siteData = (content: Content, url: string): JsonLd[] => [
  person(content, url),
  ...shownSections(content).flatMap((section) => section.structuredData(content, url)),
]
