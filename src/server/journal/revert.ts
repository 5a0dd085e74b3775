/** A change to be taken back. */
export interface Undoing<State> {
  collection: string
  before: State | null
  after: State | null
}

/** What the taking back was, for the journal. */
export interface Undone {
  before: unknown
  after: unknown
}
