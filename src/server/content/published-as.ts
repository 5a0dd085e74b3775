import type { EntryRow } from './entry-row.ts'
import { without } from './schedule.ts'

/** The draft and the page become `json`. An entry that is live no longer waits for its time. */
export const publishedAs = (row: EntryRow, json: string): Partial<EntryRow> => ({
  draft: json,
  published: json,
  schedule: without('publishAt', row),
  ...(row.published === json ? {} : { published_at: new Date().toISOString() }),
})
