/** One row of the journal. */
export interface Change {
  id: number
  at: string
  /** Who did it: an account's id, or a word such as `samples`. */
  by: string
  action: string
  /** A collection, or `settings` or `media`. */
  collection: string
  /** Null for what concerns a whole collection, or the settings. */
  entry: string | null
  /** What was there; null for nothing. */
  before: unknown
  after: unknown
  /** The change whose inverse this one is. */
  undoes: number | null
}
