import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../database.ts'

export const first = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const sqlite = kind === 'sqlite'
    const real = sqlite ? sql`real` : sql`double precision`
    const bytes = sqlite ? sql`blob` : sql`bytea`
    const long = sqlite ? sql`integer` : sql`bigint`
    // Without STRICT, SQLite would take a value that Postgres refuses.
    const table = (name: string) => {
      const builder = db.schema.createTable(name)
      return sqlite ? builder.modifyEnd(sql`strict`) : builder
    }

    await table('entries')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('collection', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('draft', 'text', (c) => c.notNull())
      .addColumn('published', 'text')
      .addColumn('words', 'text', (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .addColumn('deleted_at', 'text')
      .execute()
    await db.schema
      .createIndex('entries_place')
      .on('entries')
      .columns(['collection', 'deleted_at', 'position', 'id'])
      .execute()

    await table('changes')
      .addColumn('id', sqlite ? 'integer' : 'bigserial', (c) =>
        sqlite ? c.primaryKey().autoIncrement() : c.primaryKey(),
      )
      .addColumn('at', 'text', (c) => c.notNull())
      .addColumn('actor', 'text', (c) => c.notNull())
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('collection', 'text', (c) => c.notNull())
      .addColumn('entry', 'text')
      .addColumn('before', 'text')
      .addColumn('after', 'text')
      .addColumn('undoes', long, (c) => c.references('changes.id'))
      .execute()
    await db.schema.createIndex('changes_collection').on('changes').columns(['collection', 'id']).execute()
    await db.schema.createIndex('changes_entry').on('changes').columns(['entry', 'id']).execute()

    await table('settings')
      .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
      .addColumn('data', 'text', (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute()

    await table('media')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('hash', 'text', (c) => c.notNull().unique())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('width', 'integer', (c) => c.notNull())
      .addColumn('height', 'integer', (c) => c.notNull())
      .addColumn('alt', 'text', (c) => c.notNull())
      .addColumn('focus_x', real, (c) => c.notNull())
      .addColumn('focus_y', real, (c) => c.notNull())
      .addColumn('placeholder', 'text', (c) => c.notNull())
      .addColumn('variants', 'text', (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .addColumn('deleted_at', 'text')
      .execute()

    await table('blobs')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('media', 'text', (c) => c.notNull().references('media.id').onDelete('cascade'))
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('size', 'integer', (c) => c.notNull())
      .addColumn('bytes', bytes, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('blobs_media').on('blobs').column('media').execute()

    await table('messages')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_name', 'text', (c) => c.notNull())
      .addColumn('user_email', 'text', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('spam_reasons', 'text', (c) => c.notNull())
      .addColumn('idempotency_key', 'text', (c) => c.unique())
      .addColumn('address', 'text')
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute()

    await table('attempts')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('window_start', long, (c) => c.notNull())
      .addColumn('window_end', long, (c) => c.notNull())
      .addColumn('count', 'integer', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('attempts_end').on('attempts').column('window_end').execute()

    await table('meta')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute()
  },
})
