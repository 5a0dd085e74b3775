import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Slugs under which an entry was published before, see docs/decisions/042-one-action-one-undo.md. */
export const formerSlugs = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('entries')
      .addColumn('former', 'text', (c) => c.notNull().defaultTo('[]'))
      .execute()
  },
})
