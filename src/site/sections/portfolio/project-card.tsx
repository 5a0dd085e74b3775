import type { PublishedImage as ImageData } from '../../../model/media/published-image.ts'
import type { PublishedEntry } from '../../../model/publishing/published-content.ts'
import type { Figure } from '../../blocks/figures.tsx'
import { Image, imageClass, ratioOf } from '../../markup/image.tsx'
import { useMarks } from '../../markup/marks.ts'
import type { Span } from './bento.ts'
import type { Filter } from './filters.ts'
import { FigureLine } from './index-row.tsx'

/** The size of a card among others: its span in four columns, and whether it takes both of two. */
export interface Place {
  span: Span
  wide: boolean
}

interface Places {
  /** Among all projects. */
  all: Place
  /** Under the current filter, or else among those of its main category. */
  own: Place
  /** Under each of its categories, when there are several. */
  others: [Filter, Place][]
}

interface Props {
  project: Pick<PublishedEntry<'projects'>, 'id' | 'title' | 'slug' | 'size'>
  categories: { slug: string; label: string }[]
  image: ImageData | undefined
  /** What its card shows in place of an image. */
  said: { figure: Figure | undefined; summary: string } | undefined
  /** Its places among tiles; undefined in a row, where its ratio decides. */
  places?: Places
}

const allClasses = ({ span, wide }: Place) => [`aw${span.columns} ah${span.rows}`, wide ? 'a-wide' : '']
const ownClasses = ({ span, wide }: Place) => [`ow${span.columns} oh${span.rows}`, wide ? 'o-wide' : '']

const tileClasses = ({ all, own }: Places) => {
  const [allSpan, allWide] = allClasses(all)
  const [ownSpan, ownWide] = ownClasses(own)
  return [allSpan, ownSpan, allWide, ownWide]
}

// Of the widths a card can have, the larger one is requested; an image much wider than its tile has to be as tall.
const tileSizes = ({ all, own }: Places, image: ImageData) => {
  const most = (part: keyof Span) => Math.max(all.span[part], own.span[part])
  const ratio = ratioOf(image)
  const large = 18 * Math.max(most('columns'), most('rows') * ratio)
  const narrow = (all.wide || own.wide ? 94 : 46) * Math.max(1, ratio / 1.6)
  return `(min-width: 64rem) ${Math.ceil(large)}rem, ${Math.ceil(narrow)}vw`
}

const rowSizes = (image: ImageData) => `min(94vw, ${Math.ceil(26 * ratioOf(image))}rem)`

/** What stands for an image: the first number of the case study, else its summary, else a letter. */
const CardWords = ({ title, said }: { title: string } & Pick<Props, 'said'>) =>
  said?.figure || said?.summary ? (
    <span className="card-words">
      {said.figure ? (
        <FigureLine figure={said.figure} />
      ) : (
        <span className="card-summary" dir="auto">
          {said.summary}
        </span>
      )}
    </span>
  ) : (
    <span className="card-initial" aria-hidden="true">
      {[...title][0]}
    </span>
  )

/** One project of the portfolio: image first, title and category on a line below. */
export const ProjectCard = ({ project, categories, image, said, places }: Props) => {
  const mark = useMarks().entry('projects', project.id)
  const classes = ['card', ...(places ? tileClasses(places) : [image && imageClass(image)])]
  const others = places?.others ?? []
  return (
    <li
      className={classes.filter(Boolean).join(' ')}
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
            <Image image={image} sizes={places ? tileSizes(places, image) : rowSizes(image)} widest={1800} alt="" />
          ) : (
            <CardWords title={project.title} said={said} />
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
