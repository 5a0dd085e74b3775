import { newestFirst } from '../content/list-items.ts'
import type { PublishedImage } from '../media/published-image.ts'
import { type Content, imageIn, isVisible, type PublishedEntry, shownPerson } from '../publishing/published-content.ts'
import { completeResumeOrder, resumeParts, type SectionId } from '../sections/sections.ts'
import type { Settings } from '../settings/settings.ts'
import { nameless } from '../settings/with-person.ts'
import { decodedUrl } from '../text-rules.ts'
import { createAnonymizer } from './anonymizer.ts'
import { type CvCollection, cvCollections, mostOfACollection } from './cv-collections.ts'
import type { CvChoice, CvSelection } from './variant.ts'

/** The published entries that a variant chooses, in its order and words; all of them when it says nothing of their collection. */
const chosenEntries = <N extends CvCollection>(
  published: readonly PublishedEntry<N>[],
  choices: readonly CvChoice<N>[] | undefined,
): readonly PublishedEntry<N>[] => {
  if (!choices) return published
  const byId = new Map(published.map((entry) => [entry.id, entry]))
  return choices.flatMap(({ id, hidden, text }) => {
    const entry = hidden ? undefined : byId.get(id)
    return entry ? [text ? { ...entry, ...text } : entry] : []
  })
}

/** The section of the page that shows each of them: what it hides, the CV does not say. */
const sectionOf: Readonly<Record<CvCollection, SectionId>> = {
  experiences: 'resume',
  educations: 'resume',
  projects: 'portfolio',
  lists: 'lists',
  skills: 'resume',
  certificates: 'resume',
  languages: 'resume',
}

export interface CvPerson {
  /** Empty while the owner has not typed one. */
  name: string
  /** Occupation, in a few words. */
  role: string
  summary: string
  email: string
  phone: string
  /** Place where the person lives. */
  location: string
  /** The whole address of the site. */
  url: string
  /** Other profiles, with whole addresses. */
  links: readonly { label: string; url: string }[]
  portrait: PublishedImage | undefined
}

/** Content of a CV, whatever its form. A variant for one application is the same with a selection of the entries. */
export type Cv = { readonly [N in CvCollection]: readonly PublishedEntry<N>[] } & {
  readonly person: CvPerson
  /** The order in which it is read. */
  readonly order: readonly CvCollection[]
  /** True when nothing of it says whose it is. */
  readonly isAnonymous: boolean
  /** The code of the site's language. */
  readonly language: string
}

const nobody = { name: '', email: '', phone: '', location: '', url: '', links: [], portrait: undefined }

const asTheyAre = { text: (text: string) => text, entry: <T extends object>(entry: T): T => entry }

/** The address that a `mailto:` or `tel:` link names; the rest of it is for programs. */
export const addressIn = (link: string): string => decodedUrl(link.slice(link.indexOf(':') + 1).split('?')[0] ?? '')

/** Beginnings of blocks of Markdown other than paragraphs. */
const noParagraph = /^(?:#{1,6}\s|>|[-+*]\s|\d{1,9}[.)]\s|```|~~~|\||!\[|[-*_]{3})/

/** The first paragraph of the owner's introduction, as plain text; where the page shows none, the sentence for search engines. */
export const profileOf = ({
  introduction,
  description,
  sections,
}: Pick<Settings, 'introduction' | 'description' | 'sections'>): string => {
  const isHidden = sections.some(({ id, visible }) => id === 'about' && !visible)
  const paragraph = introduction
    .split(/\n[^\S\n]*\n/)
    .map((block) => block.trim())
    .find((block) => block !== '' && !noParagraph.test(block))
  if (isHidden || paragraph === undefined) return description
  return paragraph
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/<((?:https?:|mailto:)[^<>\s]+)>/g, '$1')
    .replace(/`{1,3}([^`]+)`{1,3}/g, '$1')
    .replace(/\*{1,3}(?=\S)([^*]+)\*{1,3}/g, '$1')
    .replace(/(?<![\p{L}\p{N}_])_{1,3}(?=\S)([^_]+)_{1,3}(?![\p{L}\p{N}_])/gu, '$1')
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    .replace(/\s+/g, ' ')
}

const personOf = (content: Content, url: string): CvPerson => {
  const { settings, media } = content
  const person = shownPerson(content)
  const linkTo = (scheme: RegExp) => addressIn(settings.socials.find((social) => scheme.test(social.url))?.url ?? '')
  return {
    name: settings.name === nameless ? '' : settings.name,
    role: settings.role,
    summary: profileOf(settings),
    email: settings.email || person?.email || linkTo(/^mailto:/i),
    phone: linkTo(/^tel:/i),
    location: person?.live || settings.location,
    url,
    links: settings.socials.filter((social) => /^https?:/i.test(social.url)),
    portrait: person && imageIn(media, person.image),
  }
}

/**
 * The order of the page's Resume, with projects and lists behind experience, education and skills. The specification's order is nobody's choice: a CV
 * begins with experience then.
 */
const orderOf = (resume: readonly CvCollection[]): readonly CvCollection[] =>
  resume.every((part, index) => part === resumeParts[index])
    ? cvCollections
    : resume.toSpliced(
        1 + Math.max(...['experiences', 'educations', 'skills'].map((part) => resume.indexOf(part as CvCollection))),
        0,
        'projects',
        'lists',
      )

/**
 * The CV of published content: what visitors see on the page, and nothing else. `url` is the address of the site, without a slash at
 * its end. A selection, of a variant, says which of the entries, in which order and words.
 */
export const cvOf = (content: Content, url: string, selection?: CvSelection): Cv => {
  const known = personOf(content, url)
  const person = {
    ...known,
    role: selection?.headline ?? known.role,
    summary: selection?.summary ?? known.summary,
  }
  const { text, entry } = selection?.anonymous ? createAnonymizer(content, url) : asTheyAre
  const entries = <N extends CvCollection>(name: N): readonly PublishedEntry<N>[] =>
    isVisible(content, sectionOf[name])
      ? chosenEntries<N>(content[name] ?? [], selection?.entries[name])
          .slice(0, mostOfACollection)
          .map(entry)
      : []
  return {
    person: selection?.anonymous ? { ...nobody, role: text(person.role), summary: text(person.summary) } : person,
    isAnonymous: selection?.anonymous ?? false,
    language: content.settings.language,
    order: orderOf(completeResumeOrder(content.settings.resumeOrder)),
    experiences: entries('experiences'),
    educations: entries('educations'),
    projects: entries('projects'),
    lists: entries('lists')
      .map((list) => ({ ...list, items: newestFirst(list.items).slice(0, mostOfACollection) }))
      .filter(({ items }) => items.length > 0),
    skills: entries('skills'),
    certificates: entries('certificates'),
    languages: entries('languages'),
  }
}

/** The forms of a CV, as their files end. */
export const cvKinds = ['pdf', 'docx', 'txt', 'json'] as const
export type CvKind = (typeof cvKinds)[number]

/** Paths of the CV in each of its forms. */
export const cvPaths = cvKinds.map((kind) => `/cv.${kind}` as const)

/** The form at this path; undefined for a path of none. */
export const cvKindAt = (path: string): CvKind | undefined => cvKinds.find((kind) => path === `/cv.${kind}`)

/** Path of a variant in one of its forms. */
export const variantPath = (name: string, kind: CvKind): string => `/cv/${name}.${kind}`

const variantPattern = /^\/cv\/([a-z0-9-]{1,60})\.(pdf|docx|txt|json)$/

/** The variant and the form that a path names, whether there is one or not. */
export const variantAt = (path: string): { name: string; kind: CvKind } | undefined => {
  const [, name, kind] = variantPattern.exec(path) ?? []
  return name === undefined ? undefined : { name, kind: kind as CvKind }
}

/** Target of *Download CV*: the owner's own file or address, else to the CV that is made, once it has an entry. Empty for nowhere. */
export const cvLink = (content: Content): string => {
  const { cv, cvFiles } = content.settings
  if (cv !== '' || !cvFiles) return cv
  const made = cvOf(content, '')
  return cvCollections.some((name) => made[name].length > 0) ? '/cv.pdf' : ''
}
