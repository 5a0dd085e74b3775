import { pageAnchor } from '../../../model/publishing/page-paths.ts'
import type { Content, PublishedEntry } from '../../../model/publishing/published-content.ts'
import { type SiteLink, sectionLink } from '../define-section.ts'

type Location = PublishedEntry<'pages'>['link']

/** Links to the pages of their own that the owner wants there. */
export const ownPageLinks = ({ pages }: Content, location: Location): SiteLink[] =>
  pages.flatMap(({ placement, link, slug, title }) =>
    placement === 'page' && link === location ? [{ href: `/${slug}`, label: title }] : [],
  )

/** Links to the pages that are sections of the one page. */
export const sectionPageLinks = ({ pages }: Content, location: Location): SiteLink[] =>
  pages.flatMap(({ placement, link, slug, title }) =>
    placement === 'section' && link === location ? [sectionLink(pageAnchor(slug), title)] : [],
  )
