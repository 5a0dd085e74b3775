import type { CollectionName } from '../../model/content/collections.ts'
import type { FieldLocation } from '../../model/preview/preview.ts'
import type { PublicSettings, Settings } from '../../model/settings/settings.ts'

/** The entry or settings of a form with the raw values of its fields, valid or not. */
export type Subject =
  | {
      collection: CollectionName
      id: string | null
      /** Its position among the others; last without one. */
      order?: number | undefined
      values: Readonly<Record<string, unknown>>
    }
  | {
      collection: 'settings'
      values: Settings
      /** `shownSettings`, brought by the forms of settings: those of entries load no rules of settings. */
      shown(values: Settings, last: PublicSettings): PublicSettings
      /** Values of About's first entry, where one form writes both. */
      about?: Readonly<Record<string, unknown>>
    }

export const newEntryId = 'new'

export const entryIdOf = (subject: Subject): string | null =>
  subject.collection === 'settings' ? null : (subject.id ?? newEntryId)

export const isOf = (subject: Subject, selected: FieldLocation): boolean =>
  selected.collection === subject.collection && selected.entry === entryIdOf(subject)
