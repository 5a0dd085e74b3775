import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Messages are found by their replies, too: the words of those that have one are gathered anew when the house is tidied, which a start does. */
export const replyWords = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql`update messages set words = '' where id in (select message from deliveries where kind = 'reply')`.execute(
      db,
    )
  },
})
