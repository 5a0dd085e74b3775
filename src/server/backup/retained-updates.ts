/** Number of versions from before which the newest backup is kept. */
const keptVersions = 3

/** Those backups from before an update that are deleted: all but the newest of each of the last three versions. One of the future counts as none. */
export const supersededUpdates = <B extends { kind: string; at: number }>(
  backups: readonly B[],
  now = Date.now(),
): B[] => {
  const newestFirst = backups
    .filter(({ kind, at }) => kind.startsWith('vitrine-before-') && at <= now)
    .sort((a, b) => b.at - a.at)
  const versions = new Set<string>()
  return newestFirst.filter(({ kind }) => {
    if (versions.has(kind) || versions.size === keptVersions) return true
    versions.add(kind)
    return false
  })
}
