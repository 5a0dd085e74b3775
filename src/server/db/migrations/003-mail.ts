import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../database.ts'

export const mail = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const sqlite = kind === 'sqlite'
    const real = sqlite ? sql`real` : sql`double precision`
    const table = (name: string) => {
      const builder = db.schema.createTable(name)
      return sqlite ? builder.modifyEnd(sql`strict`) : builder
    }

    await db.schema
      .alterTable('messages')
      .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await db.schema.alterTable('messages').addColumn('follow_up', 'text').execute()
    await db.schema
      .alterTable('messages')
      .addColumn('spam_score', real, (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('messages').addColumn('verdict', 'text').execute()
    await db.schema
      .alterTable('messages')
      .addColumn('words', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await db.schema
      .alterTable('messages')
      .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
    await db.schema.alterTable('messages').addColumn('deleted_at', 'text').execute()
    await db.schema.createIndex('messages_status').on('messages').columns(['deleted_at', 'status', 'id']).execute()

    await table('deliveries')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('message', 'text', (c) => c.references('messages.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('recipient', 'text', (c) => c.notNull())
      .addColumn('reply_to', 'text')
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('mail_id', 'text', (c) => c.notNull().unique())
      .addColumn('in_reply_to', 'text')
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('unsure', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('due_at', 'text', (c) => c.notNull())
      .addColumn('leased_by', 'text')
      .addColumn('leased_until', 'text')
      .addColumn('answer', 'text')
      .addColumn('sent_at', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('deliveries_due').on('deliveries').columns(['state', 'due_at']).execute()
    await db.schema.createIndex('deliveries_message').on('deliveries').columns(['message', 'id']).execute()

    await table('spam_words')
      .addColumn('word', 'text', (c) => c.primaryKey())
      .addColumn('spam', 'integer', (c) => c.notNull())
      .addColumn('wanted', 'integer', (c) => c.notNull())
      .execute()
  },
})
