import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../database.ts'
import { schemaOf } from './create-table.ts'

/** Moves crops and variants of an original into their own table, kept for undo. */
export const renditions = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable, createIndex } = schemaOf(db, kind)
    await createTable('renditions', {
      stem: 'text primary key',
      media: 'text not null references media (id) on delete cascade',
      'original type': 'text not null',
      crop: 'text',
      'width height': 'integer not null',
      'placeholder variants': 'text not null',
      retired_at: 'text',
    })
    await createIndex('renditions_media on renditions (media)')
    await createIndex('renditions_original on renditions (original)')
    await sql`
      insert into renditions (stem, media, original, type, width, height, placeholder, variants)
      select substr(hash, 1, 16), id, hash, type, width, height, placeholder, variants from media
    `.execute(db)

    // SQLite cannot drop a unique column, and this one stays unique.
    await db.schema.alterTable('media').renameColumn('hash', 'rendition').execute()
    await sql`update media set rendition = substr(rendition, 1, 16)`.execute(db)
    for (const name of ['type', 'width', 'height', 'placeholder', 'variants'])
      await db.schema.alterTable('media').dropColumn(name).execute()

    // Two media items may come to have the same original; each keeps its own copy.
    await sql`
      update blobs set name = 'original-' || media || substr(name, 9) where name like 'original-%'
    `.execute(db)
  },
})
