import type { Trx } from '../db/database.ts'

export interface RevertRequest<State> {
  collection: string
  /** Null for a change of a whole collection or of the settings. */
  entry: string | null
  before: State | null
  after: State | null
}

export interface Reverted {
  before: unknown
  after: unknown
  /** True when visitors see nothing of it. */
  hidden?: boolean
}

export interface Reverter<State> {
  /** Slow work, before the transaction begins. */
  prepare?(request: RevertRequest<State>): Promise<void>
  /** Writes the inverse change. Throws `StaleVersion` when the same was changed again. */
  revert(trx: Trx, request: RevertRequest<State>): Promise<Reverted>
}

export type Reverters = ReadonlyMap<string, Reverter<unknown>>
