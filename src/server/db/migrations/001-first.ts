import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../database.ts'
import { schemaOf } from './create-table.ts'

export const first = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable, createIndex, bytes, long, real, serial } = schemaOf(db, kind)
    await createTable('entries', {
      id: 'text primary key',
      collection: 'text not null',
      position: 'integer not null',
      draft: 'text not null',
      published: 'text',
      words: 'text not null',
      version: 'integer not null',
      'created_at updated_at': 'text not null',
      deleted_at: 'text',
    })
    await createIndex('entries_place on entries (collection, deleted_at, position, id)')
    await createTable('changes', {
      id: serial,
      'at actor action collection': 'text not null',
      'entry before after': 'text',
      undoes: `${long} references changes (id)`,
    })
    await createIndex('changes_collection on changes (collection, id)')
    await createIndex('changes_entry on changes (entry, id)')
    await createTable('settings', {
      id: 'integer primary key check (id = 1)',
      data: 'text not null',
      version: 'integer not null',
      updated_at: 'text not null',
    })
    await createTable('media', {
      id: 'text primary key',
      hash: 'text not null unique',
      'name type': 'text not null',
      'width height': 'integer not null',
      alt: 'text not null',
      'focus_x focus_y': `${real} not null`,
      'placeholder variants': 'text not null',
      version: 'integer not null',
      'created_at updated_at': 'text not null',
      deleted_at: 'text',
    })
    await createTable('blobs', {
      name: 'text primary key',
      media: 'text not null references media (id) on delete cascade',
      type: 'text not null',
      size: 'integer not null',
      bytes: `${bytes} not null`,
    })
    await createIndex('blobs_media on blobs (media)')
    await createTable('messages', {
      id: 'text primary key',
      'user_name user_email message status spam_reasons': 'text not null',
      idempotency_key: 'text unique',
      address: 'text',
      'created_at updated_at': 'text not null',
    })
    await createTable('attempts', {
      key: 'text primary key',
      'window_start window_end': `${long} not null`,
      count: 'integer not null',
    })
    await createIndex('attempts_end on attempts (window_end)')
    await createTable('meta', { key: 'text primary key', value: 'text not null' })
  },
})
