import type { CollectionName } from '../../model/content/collections/index.ts'
import type { Content } from '../../model/content/published-content.ts'
import { type DesignedSectionId, plainSectionIds } from '../../model/sections/sections.ts'
import type { PublicSettings } from '../../model/settings/settings.ts'
import { about } from './about/section.ts'
import { contact } from './contact/section.ts'
import type { Section } from './define-section.ts'
import { home } from './home/section.ts'
import { job } from './job/section.ts'
import { plainSection } from './plain/section.ts'
import { portfolio } from './portfolio/section.ts'
import { resume } from './resume/section.ts'
import { testimonial } from './testimonial/section.ts'

/** Every section with a view of its own. A new one is a folder beside these, a line here and a line in the model's outlines. */
const designed: Record<DesignedSectionId, Section> = { home, about, job, resume, portfolio, testimonial, contact }

const registry = new Map<string, Section>(
  [...Object.values(designed), ...plainSectionIds.map(plainSection)].map((section) => [section.id, section]),
)

/** The sections of this page in the owner's order: visible, and with something to show. */
export const shownSections = (content: Content): Section[] =>
  content.settings.sections.flatMap(({ id, visible }) => {
    const section = registry.get(id)
    return visible && section?.hasContent(content) ? [section] : []
  })

/** A section on the page, as the navbar names it. */
export interface SectionLink {
  id: string
  label: string
}

export const sectionLinks = (content: Content): SectionLink[] =>
  shownSections(content).map(({ id, label }) => ({ id, label }))

/** The section that shows the entries of a collection, or a setting. */
export const sectionShowing = (shown: { collection: CollectionName } | { setting: keyof PublicSettings }) =>
  [...registry.values()].find((section) =>
    'collection' in shown ? section.collections.includes(shown.collection) : section.settings.includes(shown.setting),
  )
