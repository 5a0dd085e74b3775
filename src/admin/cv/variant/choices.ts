import type { CvCollection } from '../../../model/cv/cv-collections.ts'
import { saidTexts } from '../../../model/cv/rewording.ts'
import type { CvChoice } from '../../../model/cv/variant.ts'
import type { PublishedEntry } from '../../../model/publishing/published-content.ts'
import { sameValue } from '../../../model/same-value.ts'

export type Published = PublishedEntry<CvCollection>

/** Choices of one collection; null as long as the variant follows the page. */
export type Choices = readonly CvChoice[] | null

/** An entry as the screen lists it. */
export interface ChoiceRow {
  id: string
  hidden: boolean
  text: Readonly<Record<string, unknown>>
  /** Undefined while it is not published. */
  entry: Published | undefined
  /** Published since the entries were chosen: the variant does not name it. */
  isNew: boolean
}

/** All entries of a collection in the variant's order; those that it does not name follow, hidden. */
export const rowsOf = (published: readonly Published[], choices: Choices): ChoiceRow[] => {
  if (!choices) return published.map((entry) => ({ id: entry.id, hidden: false, text: {}, entry, isNew: false }))
  const byId = new Map(published.map((entry) => [entry.id, entry]))
  const named = new Set(choices.map(({ id }) => id))
  return [
    ...choices.map(({ id, hidden = false, text = {} }) => ({ id, hidden, text, entry: byId.get(id), isNew: false })),
    ...published
      .filter(({ id }) => !named.has(id))
      .map((entry) => ({ id: entry.id, hidden: true, text: {}, entry, isNew: true })),
  ]
}

/** The rows as they are stored. What still follows the page in everything goes on following it. */
export const choicesOf = (rows: readonly ChoiceRow[], published: readonly Published[]): Choices => {
  const choices = rows
    .filter(({ isNew }) => !isNew)
    .map(({ id, hidden, text }) => ({
      id,
      ...(hidden ? { hidden } : {}),
      ...(Object.keys(text).length > 0 ? { text } : {}),
    }))
  return sameValue(
    choices,
    published.map(({ id }) => ({ id })),
  )
    ? null
    : (choices as CvChoice[])
}

/** The rows with another state of one; it is named from now on. */
export const changedRow = (
  rows: readonly ChoiceRow[],
  id: string,
  change: Partial<Pick<ChoiceRow, 'hidden' | 'text'>>,
): ChoiceRow[] => rows.map((row) => (row.id === id ? { ...row, ...change, isNew: false } : row))

/** The row's words with another text of a field; the entry's own text is none. */
export const reworded = ({ text, entry }: ChoiceRow, field: string, value: unknown): ChoiceRow['text'] => {
  const { [field]: _, ...others } = text
  const original = (entry as unknown as Readonly<Record<string, unknown>> | undefined)?.[field]
  return sameValue(value, original) ? others : { ...others, [field]: value }
}

/** An entry's texts as the variant says them. */
export const wordsOf = (collection: CvCollection, { entry, text }: Pick<ChoiceRow, 'entry' | 'text'>): string =>
  saidTexts(collection, { ...entry, ...text }).join('\n')
