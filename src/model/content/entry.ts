/** `changed`: the page shows an older state than the draft. */
export type EntryStatus = 'draft' | 'published' | 'changed'

/** An entry as the owner sees it. `data` is the draft; on the page stands what was last published. */
export interface Entry<D = Record<string, unknown>> {
  id: string
  collection: string
  /** Place among the collection's entries, 1…n; in the trash, the place it had. */
  order: number
  status: EntryStatus
  /** Grows with every change of the data or the status; a write names the version it was based on. */
  version: number
  data: D
  createdAt: string
  updatedAt: string
  /** When it was moved to the trash. */
  deletedAt: string | null
  /** The fields that no longer fit their rules, a sentence each: such an entry is kept, but not on the page. */
  needsAttention?: Record<string, string>
}
