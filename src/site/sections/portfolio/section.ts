import { countPages, stepsFrom } from '../../markup/paging.ts'
import { fill } from '../../markup/renderer.ts'
import { defineSection } from '../define-section.ts'
import { cardsUnder } from './cards.ts'
import { groupsOf } from './filters.ts'
import { layoutOf } from './layout.ts'
import { Portfolio } from './portfolio.tsx'
import { isLong, listPath } from './shown-projects.ts'

export const portfolio = defineSection('portfolio', {
  settings: ['categories', 'portfolioLayout'],
  html: (content, renderer) => {
    const filters = groupsOf(content, renderer.words).map(({ filter, label, projects }) => ({
      filter,
      label,
      count: projects.length,
    }))
    const long = isLong(content)
    const layout = layoutOf(content)
    return ({ filter, landing }) => {
      const { count = 0 } = filters.find((one) => one.filter === filter) ?? {}
      const more = long ? stepsFrom(listPath(filter), 1, countPages(count)).next : null
      const props = { filters, current: filter, landing, more, archive: long, layout }
      return fill(renderer.html('portfolio', Portfolio, props), cardsUnder(filter, content, renderer))
    }
  },
})
