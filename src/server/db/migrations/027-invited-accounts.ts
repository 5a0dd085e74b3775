import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../database.ts'
import { schemaOf } from './create-table.ts'

/** Accounts that somebody with a link of the owner's made. Those of before stay: nobody noted how they came. */
export const invitedAccounts = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { run, truth, no } = schemaOf(db, kind)
    await run(`alter table users add column invited ${truth} default ${no} not null`)
    await run('update users set invited = true')
  },
})
