import { findCollection } from '../../model/content/collections/index.ts'
import type { Remnant } from '../../model/setup/setup-state.ts'

const labels: Record<string, string> = { settings: 'Settings', media: 'Media' }

const list = new Intl.ListFormat('en')

/** Remnants counted by kind: “Settings (3), Projects (7), and Media (12)”. */
export const countRemnants = (remnants: readonly Remnant[]): string => {
  const found = new Map<string, Set<string>>()
  for (const { collection, entry, field } of remnants) {
    const known = found.get(collection) ?? new Set()
    found.set(collection, known.add(entry ?? field ?? ''))
  }
  return list.format(
    [...found].map(([name, { size }]) => `${labels[name] ?? findCollection(name)?.label.many ?? name} (${size})`),
  )
}
