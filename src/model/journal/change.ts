/** Who a change of this token's is by: its name stays readable when it has been revoked. */
export const byToken = (name: string): string => `token:${name}`

/** One row of the journal. */
export interface Change {
  id: number
  at: string
  /** Who did it: an account's id, `token:` and a token's name, or a word such as `samples`. */
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

/** As the API shows it. */
export interface NamedChange extends Change {
  /** The person's name; null when their account is gone. */
  byName: string | null
}
