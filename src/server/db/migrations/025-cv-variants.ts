import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../database.ts'
import { schemaOf } from './create-table.ts'

/** CVs of a selection of the entries, see docs/decisions/061-cv-variants.md. */
export const cvVariants = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable } = schemaOf(db, kind)
    await createTable('cv_variants', {
      id: 'text primary key',
      name: 'text not null unique',
      'data link': 'text not null',
      version: 'integer not null',
      'created_at updated_at': 'text not null',
    })
  },
})
