import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Tells an image whose upload was undone from one in the trash. */
export const withdrawnMedia = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('media').addColumn('withdrawn_at', 'text').execute()
  },
})
