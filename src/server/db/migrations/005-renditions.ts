import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../database.ts'

/** Moves crops and variants of an original into their own table, kept for undo. */
export const renditions = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const builder = db.schema
      .createTable('renditions')
      .addColumn('stem', 'text', (c) => c.primaryKey())
      .addColumn('media', 'text', (c) => c.notNull().references('media.id').onDelete('cascade'))
      .addColumn('original', 'text', (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('crop', 'text')
      .addColumn('width', 'integer', (c) => c.notNull())
      .addColumn('height', 'integer', (c) => c.notNull())
      .addColumn('placeholder', 'text', (c) => c.notNull())
      .addColumn('variants', 'text', (c) => c.notNull())
      .addColumn('retired_at', 'text')
    await (kind === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder).execute()
    await db.schema.createIndex('renditions_media').on('renditions').column('media').execute()
    await db.schema.createIndex('renditions_original').on('renditions').column('original').execute()
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
