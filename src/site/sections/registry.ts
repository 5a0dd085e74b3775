import type { CollectionName } from '../../model/content/collections.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { type DesignedSectionId, plainSectionIds } from '../../model/sections/sections.ts'
import type { PublicSettings } from '../../model/settings/settings.ts'
import type { Words } from '../../model/words/words.ts'
import { about } from './about/section.ts'
import { contact } from './contact/section.ts'
import type { Section, SiteLink } from './define-section.ts'
import { home } from './home/section.ts'
import { job } from './job/section.ts'
import { listLinks, lists } from './lists/section.ts'
import { ownPageLinks, sectionPageLinks } from './pages/page-links.ts'
import { pages } from './pages/section.ts'
import { plainSection } from './plain/section.ts'
import { portfolio } from './portfolio/section.ts'
import { resume } from './resume/section.ts'
import { testimonial } from './testimonial/section.ts'

/** Every section with a view of its own. A new one is a folder next to these, a line here and a line in the model's outlines. */
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
