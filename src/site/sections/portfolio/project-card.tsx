import type { PublishedEntry } from '../../../model/content/published-content.ts'
import type { PublishedImage as ImageData } from '../../../model/media/published-image.ts'
import { Image } from '../../page/image.tsx'
import type { Span } from './bento.ts'

/** A card's place: among all projects and among those of its category, in four columns and in two. */
export interface Place {
  all: Span
  own: Span
  allWide: boolean
  ownWide: boolean
}

interface Props {
  project: PublishedEntry<'projects'>
  image: ImageData | undefined
  place: Place
  /** Whether its image becomes the project's on the way to that page. The browser takes an image of every card for that. */
  morphs: boolean
}

export const categoryLabel = (category: PublishedEntry<'projects'>['category']): string =>
  ({ design: 'Design', brand: 'Brand', photos: 'Photos' })[category]

const classes = ({ all, own, allWide, ownWide }: Place) =>
  `card aw${all.columns} ah${all.rows} ow${own.columns} oh${own.rows}${allWide ? ' a-wide' : ''}${ownWide ? ' o-wide' : ''}`

// Of the widths a card can have, the larger of its two places is asked for.
const sizes = ({ all, own, allWide, ownWide }: Place) =>
  `(min-width: 64rem) ${Math.max(all.columns, own.columns) * 18}rem, ${allWide || ownWide ? '94vw' : '46vw'}`

/** One project of the portfolio: image first, title and category on a line below. */
export const ProjectCard = ({ project, image, place, morphs }: Props) => (
  <li className={classes(place)} data-category={project.category} data-size={project.size}>
    <a className="card-link" href={`/projects/${project.slug}`} data-project="">
      <span className="card-image" data-transition={morphs ? `project-${project.slug}` : undefined}>
        {image ? <Image image={image} sizes={sizes(place)} widest={1800} alt="" /> : null}
      </span>
      <span className="card-line">
        <span className="card-title" dir="auto">
          {project.title}
        </span>{' '}
        <span className="card-category">{categoryLabel(project.category)}</span>
      </span>
    </a>
  </li>
)
