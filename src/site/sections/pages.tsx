import type { PublishedImage } from '../../model/media/published-image.ts'
import { pageAnchor } from '../../model/publishing/page-paths.ts'
import type { Content, PublishedEntry } from '../../model/publishing/published-content.ts'
import { type BlockContent, blockContent, Story } from '../blocks/blocks.tsx'
import { useMarks } from '../markup/marks.ts'
import { defineSection, headingId, type SiteLink, sectionLink } from './section.tsx'

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

type OwnPage = PublishedEntry<'pages'>

/** Content of an earlier version may lack the collection. */
export const sectionPages = ({ pages = [] }: Partial<Content>): OwnPage[] =>
  pages.filter(({ placement }) => placement === 'section')

/** The images of their blocks. */
export const sectionPageImages = (content: Content): PublishedImage[] =>
  sectionPages(content).flatMap(({ blocks }) => Object.values(blockContent(blocks, content).images))

interface Props {
  page: OwnPage
  content: BlockContent
  styles: string | undefined
}

/** A page of the owner's as a section. */
const PageSection = ({ page, content, styles }: Props) => {
  const mark = useMarks().entry('pages', page.id)
  const id = pageAnchor(page.slug)
  return (
    <section id={id} className="section" aria-labelledby={headingId(id)} {...mark()}>
      <header className="heading">
        <h2 id={headingId(id)} className="heading-title page-heading" dir="auto" {...mark('title')}>
          {page.title}
        </h2>
      </header>
      <div className="project-article">
        <Story collection="pages" entry={page} content={content} styles={styles} rank={3} />
      </div>
    </section>
  )
}

/** The owner's pages that are placed on the one page, each as a section. */
export const pages = defineSection('pages', {
  hasContent: (content) => sectionPages(content).length > 0,
  links: (content) => sectionPageLinks(content, 'navbar'),
  html: (content, renderer) =>
    sectionPages(content)
      .map((page) => {
        const { blocks } = page
        const props = { page, content: blockContent(blocks, content), styles: renderer.blockStyles }
        return renderer.html('page-section', PageSection, props)
      })
      .join(''),
})
