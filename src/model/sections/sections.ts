import { type CollectionName, collectionNames, collections } from '../content/collections.ts'

/** A section of the page as every layer knows it; how it looks is defined in `site/sections`. */
export interface SectionOutline {
  /** The name in the navbar and in Settings. */
  label: string
  /** The collections whose entries it shows. */
  collections: readonly CollectionName[]
}

/** The sections with a view of their own. Ids, labels and order: specification, section 1. */
const designed = {
  home: { label: 'Home', collections: [] },
  about: { label: 'About me', collections: ['about'] },
  job: { label: 'Services', collections: ['services'] },
  resume: { label: 'Resume', collections: ['educations', 'experiences', 'skills', 'certificates', 'languages'] },
  portfolio: { label: 'Portfolio', collections: ['projects'] },
  testimonial: { label: 'Testimonial', collections: ['testimonials'] },
  // Each of the owner's lists, and of the pages that are placed there, is a section of its own; here they have their place among the others.
  lists: { label: 'Lists', collections: ['lists'] },
  pages: { label: 'Pages', collections: ['pages'] },
  contact: { label: 'Contact', collections: [] },
} as const satisfies Record<string, SectionOutline>

export type DesignedSectionId = keyof typeof designed

/** The parts of Resume in the specification's order. */
export const resumeParts = designed.resume.collections
export type ResumePart = (typeof resumeParts)[number]

/** The order of a site without samples. */
export const experienceFirst: ResumePart[] = ['experiences', 'educations', 'skills', 'certificates', 'languages']

/** An order from another version, made complete: unknown parts are dropped, missing ones are appended; without one, the specification's. */
export const completeResumeOrder = (stored: unknown): ResumePart[] => {
  const known = (Array.isArray(stored) ? stored : []).filter((part): part is ResumePart => resumeParts.includes(part))
  return [...new Set([...known, ...resumeParts])]
}

type Claimed = (typeof designed)[DesignedSectionId]['collections'][number]

/** The id of a plain section: the name of a collection that no designed section shows. */
export type PlainSectionId = Exclude<CollectionName, Claimed>

export type SectionId = DesignedSectionId | PlainSectionId

const claimed = new Set<CollectionName>(Object.values(designed).flatMap((section) => section.collections))

export const plainSectionIds = collectionNames.filter((name) => !claimed.has(name)) as PlainSectionId[]

const plainOutline = (name: CollectionName): [string, SectionOutline] => [
  name,
  { label: collections[name].label.many, collections: [name] },
]

const plain = Object.fromEntries(plainSectionIds.map(plainOutline)) as Record<PlainSectionId, SectionOutline>

const { contact, ...beforeContact } = designed

/** Every section in default order; plain sections stand before Contact. */
export const sections: Readonly<Record<SectionId, SectionOutline>> = { ...beforeContact, ...plain, contact }

export const sectionIds = Object.keys(sections) as [SectionId, ...SectionId[]]
