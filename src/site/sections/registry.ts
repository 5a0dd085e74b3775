import type { CollectionName } from '../../model/content/collections.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { type DesignedSectionId, plainSectionIds } from '../../model/sections/sections.ts'
import type { PublicSettings } from '../../model/settings/settings.ts'
import type { Words } from '../../model/words/words.ts'
import { about } from './about.tsx'
import { contact } from './contact.tsx'
import { home } from './home.tsx'
import { listLinks, lists } from './lists.tsx'
import { ownPageLinks, pages, sectionPageLinks } from './pages.tsx'
import { plainSection } from './plain.tsx'
import { portfolio } from './portfolio.tsx'
import { resume } from './resume.tsx'
import type { Section, SiteLink } from './section.tsx'
import { job } from './services.tsx'
import { testimonial } from './testimonials.tsx'

/** Every section with a view of its own. A new one is a file next to these, a line here and a line in the model's outlines. */
const designed: Record<DesignedSectionId, Section> = {
  home,
  about,
  job,
  resume,
  portfolio,
  testimonial,
  lists,
  pages,
  contact,
}

const registry = new Map<string, Section>(
  [...Object.values(designed), ...plainSectionIds.map(plainSection)].map((section) => [section.id, section]),
)

/** The sections of this page in the owner's order: visible, and with something to show. */
export const shownSections = (content: Content): Section[] =>
  content.settings.sections.flatMap(({ id, visible }) => {
    const section = registry.get(id)
    return visible && section?.hasContent(content) ? [section] : []
  })

/** The links of the navbar, home first: the sections in their order, then the pages of their own. */
export const siteLinks = (content: Content, words: Words): SiteLink[] => [
  ...shownSections(content).flatMap((section) => section.links(content, words)),
  ...ownPageLinks(content, 'navbar'),
]

const sectionsInFooter = new Map<string, (content: Content, location: 'footer') => SiteLink[]>([
  ['lists', listLinks],
  ['pages', sectionPageLinks],
])

/** The lists and pages that the footer names, in the owner's order. */
export const footerLinks = (content: Content): SiteLink[] => [
  ...shownSections(content).flatMap(({ id }) => sectionsInFooter.get(id)?.(content, 'footer') ?? []),
  ...ownPageLinks(content, 'footer'),
]

/** The section that shows the entries of a collection, or a setting. */
export const sectionShowing = (shown: { collection: CollectionName } | { setting: keyof PublicSettings }) =>
  [...registry.values()].find((section) =>
    'collection' in shown ? section.collections.includes(shown.collection) : section.settings.includes(shown.setting),
  )
