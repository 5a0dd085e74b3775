import { type Content, imageIn, type PublishedEntry } from '../content/published-content.ts'
import type { PublishedImage } from '../media/published-image.ts'
import type { SectionId } from '../sections/sections.ts'
import { nameless } from '../settings/with-person.ts'

/** The collections whose entries stand in a CV. */
export const cvCollections = ['experiences', 'educations', 'projects', 'skills', 'certificates', 'languages'] as const
export type CvCollection = (typeof cvCollections)[number]

/** The section of the page that shows each of them: what it hides, the CV does not say. */
const sectionOf: Readonly<Record<CvCollection, SectionId>> = {
  experiences: 'resume',
  educations: 'resume',
  projects: 'portfolio',
  skills: 'resume',
  certificates: 'resume',
  languages: 'resume',
}

/** Entries of one collection that a CV holds at most; the first ones are the owner's most important. */
export const mostOfACollection = 100

export interface CvPerson {
  /** Empty while the owner has not typed one. */
  name: string
  /** What the person is, in a few words. */
  role: string
  summary: string
  email: string
  phone: string
  /** Where the person lives. */
  location: string
  /** The whole address of the site. */
  url: string
  /** Other profiles, with whole addresses. */
  links: readonly { label: string; url: string }[]
  portrait: PublishedImage | undefined
}

/** What a CV holds, whatever its form. A variant for one application is the same with a selection of the entries. */
export type Cv = { readonly [N in CvCollection]: readonly PublishedEntry<N>[] } & {
  readonly person: CvPerson
  /** The code of the site's language. */
  readonly language: string
}

/** What a `mailto:` or `tel:` link names; the rest of it is for programs. */
const addressIn = (link: string): string => {
  const address = link.slice(link.indexOf(':') + 1).split('?')[0] ?? ''
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

const personOf = ({ settings, about, media }: Content, url: string, shows: (id: SectionId) => boolean): CvPerson => {
  const person = shows('about') ? about[0] : undefined
  const linkTo = (scheme: RegExp) => addressIn(settings.socials.find((social) => scheme.test(social.url))?.url ?? '')
  return {
    name: settings.name === nameless ? '' : settings.name,
    role: settings.role,
    summary: settings.description,
    email: person?.email || linkTo(/^mailto:/i),
    phone: linkTo(/^tel:/i),
    location: person?.live || settings.location,
    url,
    links: settings.socials.filter((social) => /^https?:/i.test(social.url)),
    portrait: person && imageIn(media, person.image),
  }
}

/**
 * The CV of published content: what visitors see on the page, and nothing else. `url` is the address of the site, without a slash at
 * its end.
 */
export const cvOf = (content: Content, url: string): Cv => {
  const hidden = new Set(content.settings.sections.flatMap(({ id, visible }) => (visible ? [] : [id])))
  const shows = (id: SectionId) => !hidden.has(id)
  const entries = <N extends CvCollection>(name: N): readonly PublishedEntry<N>[] =>
    shows(sectionOf[name]) ? content[name].slice(0, mostOfACollection) : []
  return {
    person: personOf(content, url, shows),
    language: content.settings.language,
    experiences: entries('experiences'),
    educations: entries('educations'),
    projects: entries('projects'),
    skills: entries('skills'),
    certificates: entries('certificates'),
    languages: entries('languages'),
  }
}
