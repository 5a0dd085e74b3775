import type { Page } from '../../model/publishing/page.ts'
import { type OnDemand, onDemand } from '../snapshots/shelf.ts'
import type { Snapshot } from '../snapshots/snapshots.ts'

/** Every URL of the site in one revision. */
export interface Revision {
  /** Ready for any visit. */
  readonly current: ReadonlyMap<string, Snapshot>
  /** Pages that are rendered at their first visit. */
  readonly deferred: ReadonlyMap<string, Page>
  /** The answers of deferred pages. */
  readonly later: OnDemand
}

export interface Snapshots extends Revision {
  has(path: string): boolean
  paths(): Iterable<string>
  /** Replaces all of it: a visit sees one revision or the next. */
  replace(next: Revision): void
}

export const createSnapshots = (): Snapshots => {
  let revision: Revision = { current: new Map(), deferred: new Map(), later: onDemand(new Map()) }
  return {
    get current() {
      return revision.current
    },
    get deferred() {
      return revision.deferred
    },
    get later() {
      return revision.later
    },
    has: (path) => revision.current.has(path) || revision.deferred.has(path),
    *paths() {
      yield* revision.current.keys()
      yield* revision.deferred.keys()
    },
    replace: (next) => {
      revision = next
    },
  }
}
