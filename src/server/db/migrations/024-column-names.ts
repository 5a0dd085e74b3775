import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../database.ts'
import { schemaOf } from './create-table.ts'

/** Columns with their names before and after. */
export const renamed: readonly (readonly [table: string, from: string, to: string])[] = [
  ['entries', 'words', 'search_text'],
  ['changes', 'words', 'search_text'],
  ['messages', 'words', 'search_text'],
  ['messages', 'verdict', 'label'],
  ['deliveries', 'unsure', 'unknown_outcomes'],
  ['spam_tokens', 'word', 'token'],
]

/** Columns are called what the glossary calls what they hold. Indexes follow their columns, in both databases. */
export const columnNames = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { run } = schemaOf(db, kind)
    await run('alter table spam_words rename to spam_tokens')
    for (const [table, from, to] of renamed) await run(`alter table ${table} rename column ${from} to ${to}`)
  },
})
