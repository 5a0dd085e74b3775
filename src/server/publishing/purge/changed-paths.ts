import type { Snapshot } from '../../snapshots/snapshots.ts'
import type { Revision } from '../revisions.ts'

/** More of them are one word: everything. */
export const mostPaths = 500

const isSame = (one: Snapshot | undefined, other: Snapshot | undefined) => one === other || one?.etag === other?.etag

/**
 * Remembers each revision, and tells which paths differ in the next: `everything` for the first one. Of deferred pages it knows those that came
 * and went.
 */
export const createChangedPaths = () => {
  let before: { current: Revision['current']; deferred: ReadonlySet<string> } | undefined
  return ({ current, deferred }: Pick<Revision, 'current' | 'deferred'>): readonly string[] | 'everything' => {
    const last = before
    before = { current, deferred: new Set(deferred.keys()) }
    if (!last) return 'everything'
    const paths = new Set<string>()
    for (const path of deferred.keys()) if (!last.deferred.has(path)) paths.add(path)
    for (const path of last.deferred) if (!deferred.has(path)) paths.add(path)
    for (const [path, snapshot] of current) if (!isSame(last.current.get(path), snapshot)) paths.add(path)
    for (const path of last.current.keys()) if (!current.has(path)) paths.add(path)
    paths.delete('/404')
    return [...paths]
  }
}
