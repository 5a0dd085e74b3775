import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** ID tokens of OpenID providers lay in clear and were needed for nothing. Users are read in pages, in this order. */
export const noIdTokens = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql`update accounts set "idToken" = null where "idToken" is not null`.execute(db)
    await db.schema.createIndex('users_created').ifNotExists().on('users').columns(['createdAt', 'id']).execute()
  },
})
