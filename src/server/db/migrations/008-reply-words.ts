import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Empties the search text of messages with replies; the cleanup at the start fills it again, now with the replies. */
export const replyWords = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql`update messages set words = '' where id in (select message from deliveries where kind = 'reply')`.execute(
      db,
    )
  },
})
