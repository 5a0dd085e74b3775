import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../database.ts'
import { schemaOf } from './create-table.ts'

export const connections = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable, createIndex } = schemaOf(db, kind)
    await createTable('connections', { kind: 'text primary key', 'sealed updated_at': 'text not null' })
    await createTable('password_resets', {
      // One for each account: a new link ends the older one.
      userId: 'text primary key references users (id) on delete cascade',
      hash: 'text not null unique',
      expires_at: 'text not null',
    })
    await createTable('invitations', {
      id: 'text primary key',
      hash: 'text not null unique',
      email: 'text',
      'created_at expires_at': 'text not null',
    })
    await createIndex('invitations_expiry on invitations (expires_at)')
  },
})
