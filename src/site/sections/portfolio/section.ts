import { mostOfAKind } from '../../page/json-ld.ts'
import { fill } from '../../page/markup.ts'
import { countPages, stepsFrom } from '../../page/paging.ts'
import { defineSection } from '../define-section.ts'
import { cardsUnder } from './cards.ts'
import { groupsOf } from './filters.ts'
import { Portfolio } from './portfolio.tsx'
import { isLong, listPath } from './shown-projects.ts'
import { workOf } from './work.ts'

export const portfolio = defineSection('portfolio', {
  settings: ['categories'],
  html: (content, renderer) => {
    const filters = groupsOf(content, renderer.words).map(({ filter, label, projects }) => ({
      filter,
      label,
      count: projects.length,
    }))
    const long = isLong(content)
    return ({ filter, landing }) => {
      const { count = 0 } = filters.find((one) => one.filter === filter) ?? {}
      const more = long ? stepsFrom(listPath(filter), 1, countPages(count)).next : null
      const props = { filters, current: filter, landing, more, archive: long }
      return fill(renderer.html('portfolio', Portfolio, props), cardsUnder(filter, content, renderer))
    }
  },
  structuredData: (content, url, words) =>
    content.projects.slice(0, mostOfAKind).map((project) => workOf(project, content, url, words)),
})
