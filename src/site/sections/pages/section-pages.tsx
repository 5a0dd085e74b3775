import type { PublishedImage } from '../../../model/media/published-image.ts'
import { pageAnchor } from '../../../model/publishing/page-paths.ts'
import type { Content, PublishedEntry } from '../../../model/publishing/published-content.ts'
import { type BlockContent, blockContent } from '../../blocks/block-content.ts'
import { Story } from '../../blocks/story.tsx'
import { useMarks } from '../../markup/marks.ts'

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
export const PageSection = ({ page, content, styles }: Props) => {
  const mark = useMarks().entry('pages', page.id)
  const id = pageAnchor(page.slug)
  return (
    <section id={id} className="section" aria-labelledby={`${id}-title`} {...mark()}>
      <header className="heading">
        <h2 id={`${id}-title`} className="heading-title page-heading" dir="auto" {...mark('title')}>
          {page.title}
        </h2>
      </header>
      <div className="project-article">
        <Story collection="pages" entry={page} content={content} styles={styles} rank={3} />
      </div>
    </section>
  )
}
