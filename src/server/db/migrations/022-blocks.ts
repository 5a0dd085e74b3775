import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { changeEntryData } from './create-table.ts'

/** The text of a project becomes its first block, at the place that it had: what was equal stays equal. */
export const blocks = (): Migration => ({
  up: (db: Kysely<unknown>) =>
    changeEntryData(db, 'projects', (data) =>
      Object.fromEntries(
        Object.entries(data).map(([name, value]) => {
          if (name !== 'body') return [name, value]
          const isText = typeof value === 'string' && value !== ''
          return ['blocks', isText ? [{ id: 'body', kind: 'text', markdown: value }] : []]
        }),
      ),
    ),
})
