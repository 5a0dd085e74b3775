import { type Content, imageIn } from '../../../model/content/published-content.ts'
import type { Renderer } from '../../page/renderer.ts'
import { bento, pairs, type Span } from './bento.ts'
import { type Filter, filters } from './filters.ts'
import { type CardSpans, ProjectCard } from './project-card.tsx'

/** With more cards than these, the images that a browser takes of them would keep a visitor waiting at each change of the page. */
const mostMorphing = 40

/** The portfolio's cards for each filter: always all of them, those of other categories hidden. */
export const cardsOf = ({ projects, media }: Content, renderer: Renderer): ((filter: Filter) => string) => {
  const shapes = new Map<Filter, { spans: Span[]; wide: boolean[]; next: number }>()
  for (const filter of filters) {
    const sizes = projects.filter(({ category }) => filter === 'all' || category === filter).map(({ size }) => size)
    shapes.set(filter, { spans: bento(sizes), wide: pairs(sizes), next: 0 })
  }
  const take = (filter: Filter): [Span, boolean] => {
    const shape = shapes.get(filter)
    const span = shape?.spans[shape.next]
    const wide = shape?.wide[shape.next]
    if (!shape || !span || wide === undefined) throw new Error(`There are more cards than spans under ${filter}.`)
    shape.next++
    return [span, wide]
  }
  const morphs = projects.length <= mostMorphing
  const made = projects.map((project) => {
    const [all, allWide] = take('all')
    const [own, ownWide] = take(project.category)
    const spans: CardSpans = { all, own, allWide, ownWide }
    // A card shows neither text nor link of the project, so a change to those leaves it alone.
    const { id, order, title, slug, category, size, image } = project
    const shown = { id, order, title, slug, category, size, image }
    const props = { project: shown, image: imageIn(media, image), spans, morphs }
    return { category, card: renderer.html('card', ProjectCard, props) }
  })
  return (filter) =>
    made
      .map(({ category, card }) =>
        filter === 'all' || category === filter ? card : card.replace('<li ', '<li hidden '),
      )
      .join('')
}
