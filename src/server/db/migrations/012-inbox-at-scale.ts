import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../database.ts'

/** Indexes that keep the inbox quick with a hundred thousand messages, see docs/decisions/026-inbox-at-scale.md. */
export const inboxAtScale = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const create = (index: string) => sql.raw(`create index ${index}`).execute(db)
    // SQLite searches this index alone. An index entry of Postgres cannot hold a long message.
    if (kind === 'sqlite') await create('messages_standing on messages (deleted_at, id, status, words)')
    else await create('messages_standing on messages (id) where deleted_at is null')
    await create(`messages_inbox on messages (
      (case when deleted_at is null and status in ('new', 'read', 'replied') then 1 end), id)`)
    await create('messages_trash on messages (id) where deleted_at is not null')
    await create('messages_quarantine on messages (deleted_at, status, verdict, created_at)')
    await db.schema.dropIndex('messages_follow_up').execute()
    await create('messages_due on messages (deleted_at, follow_up, status)')
    await create('deliveries_recipient on deliveries (lower(recipient))')
    await create('deliveries_reply_to on deliveries (lower(reply_to))')
  },
})
