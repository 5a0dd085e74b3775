import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Deletes the unused ID tokens of OpenID providers, which were stored in clear text, and indexes users in the order of their list. */
export const noIdTokens = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql`update accounts set "idToken" = null where "idToken" is not null`.execute(db)
    await db.schema.createIndex('users_created').ifNotExists().on('users').columns(['createdAt', 'id']).execute()
  },
})
