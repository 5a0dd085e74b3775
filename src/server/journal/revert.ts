import type { Trx } from '../db/database.ts'

/** A change to be undone; its states are as its module recorded them. */
export interface RevertRequest<State> {
  collection: string
  /** Null for a change of a whole collection, or of what has no entries. */
  entry: string | null
  before: State | null
  after: State | null
}

/** The states before and after an undo, for the journal. */
export interface Reverted {
  before: unknown
  after: unknown
}

/** A module's undo of its own changes, through the same writes as it makes them. */
export interface Reverter<State> {
  /** Slow work, before the transaction begins. */
  prepare?(request: RevertRequest<State>): Promise<void>
  /** Writes the inverse change. Throws `StaleVersion` when the same was changed again since. */
  revert(trx: Trx, request: RevertRequest<State>): Promise<Reverted>
}

/** By a change's collection; each reads only the states that it wrote. */
export type Reverters = ReadonlyMap<string, Reverter<unknown>>
