import type { PublishedEntry } from '../../../model/publishing/published-content.ts'
import type { BlockContent } from '../../blocks/block-content.ts'
import { Story } from '../../blocks/story.tsx'
import { useMarks } from '../../markup/marks.ts'
import { Opened } from '../../sections/section-heading.tsx'

interface Props {
  page: PublishedEntry<'pages'>
  content: BlockContent
  styles: string | undefined
}

/** A page of the owner's at its own address: an imprint, prices. */
export const OwnPage = ({ page, content, styles }: Props) => {
  const mark = useMarks().entry('pages', page.id)
  return (
    <article className="project" aria-labelledby="page-title" {...mark()}>
      <div className="project-article">
        <h1 className="project-title page-title" id="page-title" dir="auto" {...mark('title')}>
          <Opened text={page.title} />
        </h1>
        <Story collection="pages" entry={page} content={content} styles={styles} />
      </div>
    </article>
  )
}
