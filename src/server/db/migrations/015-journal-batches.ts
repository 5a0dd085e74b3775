import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../database.ts'
import { schemaOf } from './create-table.ts'

/** Changes made in one transaction are undone as one. */
export const journalBatches = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { run, createIndex, long } = schemaOf(db, kind)
    await run(`alter table changes add column batch ${long}`)
    await createIndex('changes_batch on changes (batch) where batch is not null')
  },
})
