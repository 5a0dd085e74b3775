import type { Selectable } from 'kysely'
import { isNewerBlock, setNewerAside } from '../../model/blocks/kinds.ts'
import { findCollection } from '../../model/content/collections.ts'
import { type Collection, withAliases } from '../../model/content/define-collection.ts'
import type { Entry, Schedule } from '../../model/content/entry.ts'
import { Invalid, NotFound } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import type { Reader } from '../db/database.ts'
import type { EntriesTable, FormerSlug } from '../db/tables.ts'

/**
 * Parses data of an entry as `parse` does. Blocks that a newer version made are kept as they are where the stored data in `held` has
 * them; any other of an unknown kind is refused.
 */
export const parseKept = (
  collection: Collection,
  rule: 'schema' | 'shown' | 'draft' | 'patch',
  data: unknown,
  held: readonly unknown[] = [data],
): Data => {
  const names = Object.keys(collection.fields).filter((name) => collection.fields[name]?.kind === 'blocks')
  const fieldsOf = (one: unknown) =>
    names.map((name) => (typeof one === 'object' && one && Reflect.get(one, name)) ?? [])
  const known = new Set(
    held
      .flatMap(fieldsOf)
      .flat()
      .filter(isNewerBlock)
      .map((block) => JSON.stringify(block)),
  )
  if (known.size === 0) return parse(collection[rule], data) as Data
  const given = { ...(data as Data) }
  const aside = names.flatMap((name) => {
    if (!Object.hasOwn(given, name)) return []
    const { value, putBack } = setNewerAside(given[name], (block) => known.has(JSON.stringify(block)))
    given[name] = value
    return [{ name, putBack }]
  })
  const parsed = { ...(parse(collection[rule], given) as Data) }
  for (const { name, putBack } of aside) parsed[name] = putBack(parsed[name])
  return parsed
}

export type Data = Record<string, unknown>

/** Stored data in the current fields: missing ones are empty, unknown ones are left out. */
export const readLeniently = (collection: Collection, stored: Data): Data =>
  Object.fromEntries(
    Object.entries(collection.fields).map(([name, field]) => [
      name,
      Object.hasOwn(stored, name) ? stored[name] : field.empty,
    ]),
  )

export const problemsOf = (
  collection: Collection,
  data: Data,
  rules: 'schema' | 'shown' | 'draft',
): Record<string, string> | undefined => {
  try {
    parseKept(collection, rules, data)
    return undefined
  } catch (error) {
    if (error instanceof Invalid) return error.fields
    throw error
  }
}

/** A stored entry without what is derived from it: its text for searching, and its next time. */
export type EntryRow = Omit<Selectable<EntriesTable>, 'search_text' | 'due_at'>

/** Throws `NotFound`. */
export const collectionNamed = (name: string): Collection => {
  const collection = findCollection(name)
  if (!collection) throw new NotFound('collection', name)
  return collection
}

export const entryNoun = (collection: Collection): string => collection.label.one.toLowerCase()

export const findRow = (reader: Reader, collection: string, id: string): Promise<EntryRow | undefined> =>
  reader.selectFrom('entries').selectAll().where('id', '=', id).where('collection', '=', collection).executeTakeFirst()

export const scheduleIn = ({ schedule }: Pick<EntryRow, 'schedule'>): Schedule | null =>
  schedule === null ? null : JSON.parse(schedule)

export const entryOf = (collection: Collection, row: EntryRow): Entry => {
  const data = readLeniently(collection, JSON.parse(row.draft))
  const problems =
    row.published === null
      ? problemsOf(collection, data, 'draft')
      : problemsOf(collection, readLeniently(collection, JSON.parse(row.published)), 'shown')
  return {
    id: row.id,
    collection: row.collection,
    order: row.position,
    status: row.published === null ? 'draft' : row.published === row.draft ? 'published' : 'changed',
    version: row.version,
    data: withAliases(collection.aliases, data),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    publishedAt: row.published_at,
    schedule: scheduleIn(row),
    ...(problems ? { needsAttention: problems } : {}),
  }
}

/** As it is journaled. Changes before there were publication times and schedules have neither. */
export interface EntryState {
  position: number
  draft: Data
  published: Data | null
  version: number
  createdAt: string
  deletedAt: string | null
  publishedAt?: string | null
  schedule?: Schedule | null
  /** Missing when there are none. */
  former?: FormerSlug[]
}

export const fieldsOf = (state: EntryState) => ({
  position: state.position,
  draft: JSON.stringify(state.draft),
  published: state.published === null ? null : JSON.stringify(state.published),
  version: state.version,
  created_at: state.createdAt,
  deleted_at: state.deletedAt,
  published_at: state.publishedAt ?? (state.published === null ? null : state.createdAt),
  schedule: state.schedule ? JSON.stringify(state.schedule) : null,
  former: JSON.stringify(state.former ?? []),
})

export const stateOf = (row: EntryRow): EntryState => ({
  position: row.position,
  draft: JSON.parse(row.draft),
  published: row.published === null ? null : JSON.parse(row.published),
  version: row.version,
  createdAt: row.created_at,
  deletedAt: row.deleted_at,
  publishedAt: row.published_at,
  schedule: scheduleIn(row),
  ...(row.former === '[]' ? {} : { former: JSON.parse(row.former) }),
})
