import type { CollectionName } from '../../model/content/collections/index.ts'
import type { FieldLocation } from '../../model/preview/preview.ts'
import type { Settings } from '../../model/settings/settings.ts'

/** What a form edits, with what stands in its fields: right or not, finished or not. */
export type Subject =
  | {
      collection: CollectionName
      /** Null for an entry that is yet to be. */
      id: string | null
      /** Its place among the others; without one it comes last. */
      order?: number | undefined
      values: Readonly<Record<string, unknown>>
    }
  | { collection: 'settings'; values: Settings }

/** Under which an entry that is yet to be stands in the preview. */
export const newEntryId = 'new'

export const entryIdOf = (subject: Subject): string | null =>
  subject.collection === 'settings' ? null : (subject.id ?? newEntryId)

export const isOf = (subject: Subject, place: FieldLocation): boolean =>
  place.collection === subject.collection && place.entry === entryIdOf(subject)
