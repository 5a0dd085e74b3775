import type { Revision } from '../revisions.ts'
import type { Snapshot } from '../snapshots.ts'

/** The content's own answers that are made when they are asked for, and so have no entity tag to compare. */
export type OtherPaths = readonly string[]

/** More of them are one word: everything. */
export const mostPaths = 500

const isSame = (one: Snapshot | undefined, other: Snapshot | undefined) => one === other || one?.etag === other?.etag

/** Remembers each revision, and tells which paths differ in the next: `everything` for the first one, or for more than 500. */
export const createChangedPaths = (others: OtherPaths) => {
  let before: { current: Revision['current']; deferred: ReadonlySet<string>; from: Revision['deferred'] } | undefined
  return ({ current, deferred }: Pick<Revision, 'current' | 'deferred'>): readonly string[] | 'everything' => {
    const last = before
    before = { current, deferred: new Set(deferred.keys()), from: deferred }
    if (!last) return 'everything'
    const paths = new Set<string>()
    for (const [path, snapshot] of current) if (!isSame(last.current.get(path), snapshot)) paths.add(path)
    for (const path of last.current.keys()) if (!current.has(path)) paths.add(path)
    paths.delete('/404')
    // A deferred page is rendered at a visit: whether it differs is not known.
    if (last.from !== deferred) for (const path of [...deferred.keys(), ...last.deferred]) paths.add(path)
    if (paths.size > 0) for (const path of others) paths.add(path)
    return paths.size > mostPaths ? 'everything' : [...paths]
  }
}
