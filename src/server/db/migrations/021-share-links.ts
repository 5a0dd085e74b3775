import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../database.ts'
import { schemaOf } from './create-table.ts'

/** Links under which drafts are reviewed, see docs/decisions/046-share-links.md. */
export const shareLinks = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable, createIndex } = schemaOf(db, kind)
    await createTable('share_links', {
      id: 'text primary key',
      entry: 'text not null references entries (id) on delete cascade',
      hash: 'text not null unique',
      'created_at expires_at': 'text not null',
    })
    await createIndex('share_links_entry on share_links (entry)')
    await createIndex('share_links_expiry on share_links (expires_at)')
  },
})
