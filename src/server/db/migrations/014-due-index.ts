import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const dueIndex = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.dropIndex('messages_due').execute()
    await sql`create index messages_due on messages (
      (case when deleted_at is null and follow_up is not null and status <> 'spam' then 1 end), id, follow_up)`.execute(
      db,
    )
  },
})
