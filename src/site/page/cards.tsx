import { type Content, imageIn } from '../../model/content/published-content.ts'
import { bento, pairs, type Span } from '../sections/portfolio/bento.ts'
import type { Filter } from '../sections/portfolio/portfolio.tsx'
import { filters } from '../sections/portfolio/portfolio.tsx'
import { type Place, ProjectCard } from '../sections/portfolio/project-card.tsx'
import { markup } from './markup.ts'
import type { Memo } from './memo.ts'

/** With more cards than these, the images that a browser takes of them would keep a visitor waiting at each change of the page. */
const mostMorphing = 40

/** The portfolio's cards for each filter: always all of them, those of other categories hidden. */
export const cardsOf = ({ projects, media }: Content, memo: Memo): ((filter: Filter) => string) => {
  const shapes = new Map<Filter, { spans: Span[]; wide: boolean[]; next: number }>()
  for (const filter of filters) {
    const sizes = projects.filter(({ category }) => filter === 'all' || category === filter).map(({ size }) => size)
    shapes.set(filter, { spans: bento(sizes), wide: pairs(sizes), next: 0 })
  }
  const take = (filter: Filter): [Span, boolean] => {
    const shape = shapes.get(filter)
    const span = shape?.spans[shape.next]
    const wide = shape?.wide[shape.next]
    if (!shape || !span || wide === undefined) throw new Error(`There are more cards than places under ${filter}.`)
    shape.next++
    return [span, wide]
  }
  const morphs = projects.length <= mostMorphing
  const made = projects.map((project) => {
    const [all, allWide] = take('all')
    const [own, ownWide] = take(project.category)
    const place: Place = { all, own, allWide, ownWide }
    const cover = imageIn(media, project.image)
    // A card shows neither text nor link of the project, so a change to those leaves it alone.
    const { id, order, title, slug, category, size, image } = project
    const shown = { id, order, title, slug, category, size, image }
    return {
      category,
      card: memo.keep('card', { shown, image: cover, place, morphs }, () =>
        markup(<ProjectCard project={project} image={cover} place={place} morphs={morphs} />),
      ),
    }
  })
  return (filter) =>
    made
      .map(({ category, card }) =>
        filter === 'all' || category === filter ? card : card.replace('<li ', '<li hidden '),
      )
      .join('')
}
