import type { NamedChange as Change } from '../../model/journal/change.ts'

/** Changes that belong together, newest first: one, or the many saves of somebody who goes on typing. */
export interface ChangeGroup {
  changes: readonly [Change, ...Change[]]
  newest: Change
  oldest: Change
}

/** In ms: a longer pause begins a new group. */
const groupGapMs = 5 * 60_000

const continues = (later: Change, earlier: Change): boolean =>
  later.action === 'update' &&
  earlier.action === 'update' &&
  later.entry !== null &&
  later.entry === earlier.entry &&
  later.by === earlier.by &&
  Date.parse(later.at) - Date.parse(earlier.at) < groupGapMs

/** The journal as a person remembers it. `changes` come newest first. */
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
