import type { CollectionName } from '../../../../model/content/collections.ts'

export type Data = Readonly<Record<string, unknown>>

/** One thing of a file that can be imported. */
export interface Candidate {
  /** Place in the file, such as `work.0`. */
  key: string
  collection: CollectionName | 'settings'
  title: string
  /** The fields that the file says. */
  given: Data
  /** Values of a new entry for fields that the file does not say. */
  defaults: Data
  /** An entry is the same one when these agree with it; those that either side leaves out agree. None of what is there once. */
  identity: readonly string[]
  /** Sentences on what of it has no place here. */
  notes: readonly string[]
}

/** Something of a file that cannot be imported at all. */
export interface Skipped {
  key: string
  title: string
  notes: readonly string[]
}
