/** A change to be taken back. */
export interface RevertRequest<State> {
  collection: string
  before: State | null
  after: State | null
}

/** What the taking back was, for the journal. */
export interface Reverted {
  before: unknown
  after: unknown
}
