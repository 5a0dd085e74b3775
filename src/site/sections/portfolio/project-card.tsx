import type { PublishedEntry } from '../../../model/content/published-content.ts'
import type { PublishedImage as ImageData } from '../../../model/media/published-image.ts'
import { Image } from '../../page/image.tsx'
import { useMarks } from '../../page/marks.ts'
import type { Span } from './bento.ts'
import type { Filter } from './filters.ts'

/** The size of a card among others: its span in four columns, and whether it takes both of two. */
export interface Place {
  span: Span
  wide: boolean
}

interface Props {
  project: Pick<PublishedEntry<'projects'>, 'id' | 'title' | 'slug' | 'size'>
  categories: { slug: string; label: string }[]
  image: ImageData | undefined
  /** Its place among all projects. */
  all: Place
  /** Its place under the current filter, or else among those of its main category. */
  own: Place
  /** Its place under each of its categories, when there are several. */
  others: [Filter, Place][]
}

const allClasses = ({ span, wide }: Place) => [`aw${span.columns} ah${span.rows}`, wide ? 'a-wide' : '']
const ownClasses = ({ span, wide }: Place) => [`ow${span.columns} oh${span.rows}`, wide ? 'o-wide' : '']

const classes = (all: Place, own: Place) => {
  const [allSpan, allWide] = allClasses(all)
  const [ownSpan, ownWide] = ownClasses(own)
  return ['card', allSpan, ownSpan, allWide, ownWide].filter(Boolean).join(' ')
}

// Of the widths a card can have, the larger one is requested.
const sizes = (all: Place, own: Place) =>
  `(min-width: 64rem) ${Math.max(all.span.columns, own.span.columns) * 18}rem, ${all.wide || own.wide ? '94vw' : '46vw'}`

/** One project of the portfolio: image first, title and category on a line below. */
export const ProjectCard = ({ project, categories, image, all, own, others }: Props) => {
  const mark = useMarks().entry('projects', project.id)
  return (
    <li
      className={classes(all, own)}
      data-category={categories.map(({ slug }) => slug).join(' ')}
      data-places={
        others.length > 0
          ? others.map(([filter, place]) => [filter, ...ownClasses(place)].join(' ').trim()).join(', ')
          : undefined
      }
      data-size={project.size}
      {...mark()}
    >
      <a className="card-link" href={`/projects/${project.slug}`} data-project="">
        <span className="card-image" data-transition={`project-${project.slug}`} {...mark('image', 'cover')}>
          {image ? (
            <Image image={image} sizes={sizes(all, own)} widest={1800} alt="" />
          ) : (
            <span className="card-initial" aria-hidden="true">
              {[...project.title][0]}
            </span>
          )}
        </span>
        <span className="card-line">
          <span className="card-title" dir="auto" {...mark('title')}>
            {project.title}
          </span>{' '}
          <span className="card-category" {...mark('categories')}>
            {categories.map(({ label }) => label).join(', ')}
          </span>
        </span>
      </a>
    </li>
  )
}
