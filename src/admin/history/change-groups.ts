import type { NamedChange as Change } from '../../model/journal/change.ts'

/** Consecutive saves of one entry by one author, changes that were made together, or a single one. Newest first. */
export interface ChangeGroup {
  changes: readonly [Change, ...Change[]]
  newest: Change
  oldest: Change
}

/** A longer pause starts a new group. */
const groupGapMs = 5 * 60_000

const continues = (later: Change, earlier: Change): boolean =>
  (later.batch !== null && later.batch === earlier.batch) ||
  (later.batch === null &&
    earlier.batch === null &&
    later.action === 'update' &&
    earlier.action === 'update' &&
    later.entry !== null &&
    later.entry === earlier.entry &&
    later.by === earlier.by &&
    Date.parse(later.at) - Date.parse(earlier.at) < groupGapMs)

/** Groups the journal by consecutive saves. `changes` are newest first. */
export const changeGroups = (changes: readonly Change[]): ChangeGroup[] => {
  const groups: [Change, ...Change[]][] = []
  for (const change of changes) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last && continues(last, change)) group.push(change)
    else groups.push([change])
  }
  return groups.map((group) => ({ changes: group, newest: group[0], oldest: group.at(-1) ?? group[0] }))
}
