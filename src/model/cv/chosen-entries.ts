import type { PublishedEntry } from '../publishing/published-content.ts'
import type { CvCollection } from './cv-collections.ts'
import type { CvChoice } from './variant.ts'

/** The published entries that a variant chooses, in its order and words; all of them when it says nothing of their collection. */
export const chosenEntries = <N extends CvCollection>(
  published: readonly PublishedEntry<N>[],
  choices: readonly CvChoice<N>[] | undefined,
): readonly PublishedEntry<N>[] => {
  if (!choices) return published
  const byId = new Map(published.map((entry) => [entry.id, entry]))
  return choices.flatMap(({ id, hidden, text }) => {
    const entry = hidden ? undefined : byId.get(id)
    return entry ? [text ? { ...entry, ...text } : entry] : []
  })
}
