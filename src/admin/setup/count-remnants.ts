import { findCollection } from '../../model/content/collections/index.ts'
import type { Remnant } from '../../model/setup/setup-state.ts'

const nounsOf = (collection: string): { one: string; many: string } => {
  if (collection === 'settings') return { one: 'setting', many: 'settings' }
  if (collection === 'media') return { one: 'image', many: 'images' }
  const { one = collection, many = collection } = findCollection(collection)?.label ?? {}
  return { one: one.toLowerCase(), many: many.toLowerCase() }
}

const list = new Intl.ListFormat('en')

/** What is left, counted by its kind: “3 settings, 7 projects, and 12 images”. */
export const countRemnants = (remnants: readonly Remnant[]): string => {
  const counts = new Map<string, Set<string>>()
  for (const { collection, entry, field } of remnants) {
    const known = counts.get(collection) ?? new Set()
    counts.set(collection, known.add(entry ?? field ?? ''))
  }
  return list.format(
    [...counts].map(([collection, { size }]) => {
      const { one, many } = nounsOf(collection)
      return `${size} ${size === 1 ? one : many}`
    }),
  )
}
