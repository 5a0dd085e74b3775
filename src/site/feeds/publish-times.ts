import type { Content } from '../../model/content/published-content.ts'

/** The time of what was published before times were known, or never. */
export const unknown = new Date(0).toISOString()

/** The ISO time at which an entry was published as it is; that of the settings for content of a version that knew none. */
export const timeOf = ({ times }: Content, id: string): string => {
  const own = times && Object.hasOwn(times.entries, id) ? times.entries[id] : undefined
  return own ?? times?.settings ?? unknown
}

/** The last of the times of these entries; the epoch without any. */
export const lastTime = (content: Content, entries: readonly { id: string }[]): string =>
  entries.reduce((last, { id }) => {
    const time = timeOf(content, id)
    return time > last ? time : last
  }, unknown)

/** The time at which something of the content was last published. */
export const latestTime = ({ times }: Content): string =>
  times ? Object.values(times.entries).reduce((last, time) => (time > last ? time : last), times.settings) : unknown
