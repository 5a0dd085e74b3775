import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../database.ts'
import { schemaOf } from './create-table.ts'

export const mail = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable, createIndex, real, run } = schemaOf(db, kind)
    const added = {
      note: "text default '' not null",
      follow_up: 'text',
      spam_score: `${real} default 0 not null`,
      verdict: 'text',
      words: "text default '' not null",
      version: 'integer default 1 not null',
      deleted_at: 'text',
    }
    for (const [name, type] of Object.entries(added)) await run(`alter table messages add column ${name} ${type}`)
    await createIndex('messages_status on messages (deleted_at, status, id)')
    await createTable('deliveries', {
      id: 'text primary key',
      message: 'text references messages (id) on delete cascade',
      'kind recipient': 'text not null',
      reply_to: 'text',
      'subject text': 'text not null',
      mail_id: 'text not null unique',
      in_reply_to: 'text',
      state: 'text not null',
      'tries unsure': 'integer default 0 not null',
      due_at: 'text not null',
      'leased_by leased_until answer sent_at': 'text',
      'created_at updated_at': 'text not null',
    })
    await createIndex('deliveries_due on deliveries (state, due_at)')
    await createIndex('deliveries_message on deliveries (message, id)')
    await createTable('spam_words', { word: 'text primary key', 'spam wanted': 'integer not null' })
  },
})
