import type { Snapshot } from '../snapshots.ts'
import { mostPaths } from './changed-paths.ts'

/** Makes the answer at a path as it is now, unless it is there; undefined, or a promise of it, where there is none. */
export type Load = (path: string) => Promise<Snapshot | undefined> | undefined

/** Files with access by link tell a cache to keep nothing. */
const isKept = ({ source: { headers } }: Snapshot) => !headers.some((value) => value.includes('no-store'))

/**
 * Remembers the entity tags of answers that were made because somebody asked for them, and so may be in a cache. `differs` is told the path of
 * an answer that has another tag now, or that is gone.
 */
export const createGivenAnswers = (load: Load, differs: (path: string) => void) => {
  const given = new Map<string, string>()

  const made = (path: string, snapshot: Snapshot): void => {
    if (!isKept(snapshot)) return
    const before = given.get(path)
    given.set(path, snapshot.etag)
    if (before !== undefined && before !== snapshot.etag) differs(path)
  }

  // What throws at once rejects too: one that cannot be made answers with an error from now on.
  const answerAt = async (path: string) => load(path)

  /** Makes each of them again. More than 500 are not made: any of them may differ. */
  const review = async (): Promise<void> => {
    const paths = [...given.keys()]
    for (const path of paths) {
      const snapshot = paths.length > mostPaths ? undefined : await answerAt(path).catch(() => undefined)
      if (snapshot) made(path, snapshot)
      else if (given.delete(path)) differs(path)
    }
  }

  return { made, review }
}
