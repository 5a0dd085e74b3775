import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What tells a picture whose upload was taken back from one that was thrown away. */
export const withdrawnMedia = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('media').addColumn('withdrawn_at', 'text').execute()
  },
})
