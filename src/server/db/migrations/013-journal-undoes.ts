import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Deleting a change asks which others refer to it: without an index that reads the whole journal for each. */
export const journalUndoes = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('changes_undoes').ifNotExists().on('changes').column('undoes').execute()
  },
})
