import type { Content } from '../../../model/content/published-content.ts'
import { mostOfAKind } from '../../page/json-ld.ts'
import { fill } from '../../page/markup.ts'
import { defineSection } from '../define-section.ts'
import { cardsOf } from './cards.ts'
import { type Filter, filters } from './filters.ts'
import { Portfolio } from './portfolio.tsx'
import { workOf } from './work.ts'

const counts = ({ projects }: Content): Record<Filter, number> =>
  Object.fromEntries(
    filters.map((filter) => [
      filter,
      projects.filter(({ category }) => filter === 'all' || category === filter).length,
    ]),
  ) as Record<Filter, number>

export const portfolio = defineSection('portfolio', {
  html: (content, renderer) => {
    const cards = cardsOf(content, renderer)
    return ({ filter, landing }) =>
      fill(renderer.html('portfolio', Portfolio, { counts: counts(content), current: filter, landing }), cards(filter))
  },
  structuredData: (content, url) =>
    content.projects.slice(0, mostOfAKind).map((project) => workOf(project, content, url)),
})
