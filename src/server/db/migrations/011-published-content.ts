import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../database.ts'

export const publishedContent = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const builder = db.schema
      .createTable('published_content')
      .ifNotExists()
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('data', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
    await (kind === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder).execute()
  },
})
