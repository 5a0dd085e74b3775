import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Deleting a change looks for others that refer to it, which without an index reads the whole journal. */
export const journalUndoes = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('changes_undoes').ifNotExists().on('changes').column('undoes').execute()
  },
})
