import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../database.ts'
import { schemaOf } from './create-table.ts'

/** Bytes of media in a bucket, see docs/decisions/066-media-bucket.md. */
export const bucket = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable, createIndex, run } = schemaOf(db, kind)
    await run('alter table blobs add column object text')
    await createIndex('blobs_object on blobs (object) where object is not null')
    await createTable('retired_objects', { name: 'text primary key', retired_at: 'text not null' })
  },
})
