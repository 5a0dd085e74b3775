import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../database.ts'

/** Indexes that keep the inbox quick with a hundred thousand messages, see docs/decisions/026-the-inbox-at-scale.md. */
export const inboxAtScale = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    // On SQLite a search reads this index alone. An entry of Postgres' has no room for a long message.
    const columns = kind === 'sqlite' ? sql`id, status, words` : sql`id`
    await sql`create index messages_standing on messages (${columns}) where deleted_at is null`.execute(db)
    await sql`create index messages_inbox on messages (id)
      where deleted_at is null and status in ('new', 'read', 'replied')`.execute(db)
    await sql`create index messages_trash on messages (id) where deleted_at is not null`.execute(db)
    await sql`create index messages_quarantine on messages (created_at)
      where deleted_at is null and status = 'spam' and verdict is null`.execute(db)
  },
})
