import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const inbox = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createIndex('messages_follow_up')
      .on('messages')
      .columns(['follow_up', 'deleted_at', 'status'])
      .execute()
    await sql`create index messages_from on messages (lower(user_email), id)`.execute(db)
  },
})
