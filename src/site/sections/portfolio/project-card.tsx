import type { PublishedEntry } from '../../../model/content/published-content.ts'
import type { PublishedImage as ImageData } from '../../../model/media/published-image.ts'
import { Image } from '../../page/image.tsx'
import { useMarks } from '../../page/marks.ts'
import type { Span } from './bento.ts'
import { categoryLabel } from './filters.ts'

/** The size of a card among all projects and among those of its category, in four columns and in two. */
export interface CardSpans {
  all: Span
  own: Span
  allWide: boolean
  ownWide: boolean
}

interface Props {
  project: Pick<PublishedEntry<'projects'>, 'id' | 'title' | 'slug' | 'category' | 'size'>
  image: ImageData | undefined
  spans: CardSpans
  /** True when its image turns into the project's on the way to that page; the browser captures every card for that. */
  morphs: boolean
}

const classes = ({ all, own, allWide, ownWide }: CardSpans) =>
  `card aw${all.columns} ah${all.rows} ow${own.columns} oh${own.rows}${allWide ? ' a-wide' : ''}${ownWide ? ' o-wide' : ''}`

// Of the widths a card can have, the larger one is requested.
const sizes = ({ all, own, allWide, ownWide }: CardSpans) =>
  `(min-width: 64rem) ${Math.max(all.columns, own.columns) * 18}rem, ${allWide || ownWide ? '94vw' : '46vw'}`

/** One project of the portfolio: image first, title and category on a line below. */
export const ProjectCard = ({ project, image, spans, morphs }: Props) => {
  const mark = useMarks().entry('projects', project.id)
  return (
    <li className={classes(spans)} data-category={project.category} data-size={project.size} {...mark()}>
      <a className="card-link" href={`/projects/${project.slug}`} data-project="">
        <span
          className="card-image"
          data-transition={morphs ? `project-${project.slug}` : undefined}
          {...mark('image')}
        >
          {image ? <Image image={image} sizes={sizes(spans)} widest={1800} alt="" /> : null}
        </span>
        <span className="card-line">
          <span className="card-title" dir="auto" {...mark('title')}>
            {project.title}
          </span>{' '}
          <span className="card-category" {...mark('category')}>
            {categoryLabel(project.category)}
          </span>
        </span>
      </a>
    </li>
  )
}
