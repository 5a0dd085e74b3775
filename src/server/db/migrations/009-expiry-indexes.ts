import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const expiryIndexes = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('sessions_expiry').on('sessions').column('expiresAt').execute()
    await db.schema.createIndex('verifications_expiry').on('verifications').column('expiresAt').execute()
  },
})
