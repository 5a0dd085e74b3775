import { createContext, useContext } from 'react'
import type { CollectionName, EntryData } from '../../model/content/collections.ts'
import type { PublicSettings } from '../../model/settings/settings.ts'

/** Attributes that tell the preview which field an element shows. */
export interface MarkAttributes {
  'data-collection'?: string
  'data-entry'?: string | undefined
  'data-field'?: string | undefined
  'data-index'?: number | undefined
}

/** Attributes for an element that shows an entry, or these fields of it. */
type EntryMark<N extends CollectionName> = (...fields: (keyof EntryData<N> & string)[]) => MarkAttributes

export interface Marks {
  entry<N extends CollectionName>(collection: N, id: string): EntryMark<N>
  /** One item of a field that is a list. */
  item<N extends CollectionName>(
    collection: N,
    id: string,
    field: keyof EntryData<N> & string,
    index: number,
  ): MarkAttributes
  /** `index` for one item of a setting that is a list. */
  setting(name: keyof PublicSettings, index?: number): MarkAttributes
}

const noAttributes: MarkAttributes = {}
/** For what is no page: nothing is marked. */
export const noMarks: Marks = { entry: () => () => noAttributes, item: () => noAttributes, setting: () => noAttributes }

/** No marks by default: only the preview provides them, visitors need not fetch them. */
export const MarksContext = createContext(noMarks)

export const useMarks = (): Marks => useContext(MarksContext)
