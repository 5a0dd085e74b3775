import { collections } from '../../model/content/collections/index.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import type { Content } from '../../model/content/published-content.ts'
import { type SectionId, sectionLabels } from '../../model/settings/settings.ts'

/** A section on the page, as the navbar names it. */
export interface SectionLink {
  id: string
  label: string
}

const filled: Record<SectionId, (content: Content) => boolean> = {
  home: () => true,
  about: ({ about, settings }) => about.length > 0 || settings.introduction !== '',
  job: ({ services }) => services.length > 0,
  resume: ({ educations, experiences, skills, settings }) =>
    educations.length + experiences.length + skills.length + settings.counters.length > 0,
  portfolio: ({ projects }) => projects.length > 0,
  testimonial: ({ testimonials }) => testimonials.length > 0,
  contact: () => true,
}

/** Every collection by its name: those that have a section of their own, and those that the page shows as a plain list. */
export type Registry = Readonly<Record<string, Collection>>

export const registry = collections as unknown as Registry

/** The collections of the registry that no section of the specification shows, and that have something to show. */
export const plainCollections = (content: Content, known: Registry): Collection[] =>
  Object.values(known).filter(
    ({ name }) => !Object.hasOwn(collections, name) && (content as unknown as Record<string, unknown[]>)[name]?.length,
  )

/** The sections of this page in their order: visible, and with something to show. Plain lists stand before Contact, else last. */
export const sectionLinks = (content: Content, known: Registry): SectionLink[] => {
  const links: SectionLink[] = content.settings.sections
    .filter(({ id, visible }) => visible && filled[id](content))
    .map(({ id }) => ({ id, label: sectionLabels[id] }))
  const plain = plainCollections(content, known).map(({ name, label }) => ({ id: name, label: label.many }))
  const contact = links.findIndex(({ id }) => id === 'contact')
  return contact < 0 ? [...links, ...plain] : links.toSpliced(contact, 0, ...plain)
}
