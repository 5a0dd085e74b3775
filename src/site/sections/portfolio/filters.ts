import { categories } from '../../../model/content/collections/categories.ts'
export type Category = (typeof categories)[number]

export const filters = ['all', ...categories] as const
export type Filter = (typeof filters)[number]

export const categoryLabel = (category: Category): string =>
  ({ design: 'Design', brand: 'Brand', photos: 'Photos' })[category]

export const filterLabel = (filter: Filter): string => (filter === 'all' ? 'All' : categoryLabel(filter))
