import { sql } from 'kysely'
import { collectionNames, collections } from '../../model/content/collections/index.ts'
import type { EntryTitles } from '../../model/content/entry-titles.ts'
import type { Database, Reader } from '../db/database.ts'
import { contentVersion } from '../journal/journal.ts'

const titlesIn = async (reader: Reader, kind: Database['kind'], name: (typeof collectionNames)[number]) => {
  const { title } = collections[name].preview
  const field =
    kind === 'sqlite'
      ? sql<string | null>`json_extract(draft, ${`$."${title}"`})`
      : sql<string | null>`draft::json ->> ${title}`
  const rows = await reader
    .selectFrom('entries')
    .select(['id', field.as('title')])
    .where('collection', '=', name)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()
  return rows.map((row): [string, string] => [row.id, String(row.title ?? '')])
}

/** Titles of all entries, read again only when the content has changed. */
export const createEntryTitles = (database: Database) => {
  let known: EntryTitles | undefined
  return async (version?: number): Promise<EntryTitles> => {
    const current = await contentVersion(database.kysely)
    if (version === current) return { version, collections: null }
    if (known?.version === current) return known
    known = await database.readTransaction(async (trx) => {
      const lists: Record<string, [string, string][]> = {}
      for (const name of collectionNames) lists[name] = await titlesIn(trx, database.kind, name)
      return { version: await contentVersion(trx), collections: lists }
    })
    return known
  }
}
