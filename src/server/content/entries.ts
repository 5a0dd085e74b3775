import { type SelectQueryBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { type CollectionName, collectionNames, collections, type EntryData } from '../../model/content/collections.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import type { Entry, EntryTitles, ScheduleTimes } from '../../model/content/entry.ts'
import { Invalid, NotFound, StaleVersion } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'
import type { Database, Reader, Trx } from '../db/database.ts'
import { isFound, readPage, searchWords } from '../db/paging.ts'
import type { Tables } from '../db/tables.ts'
import { contentVersion } from '../journal/journal.ts'
import { journaled, type RecordChange } from '../journal/record-change.ts'
import { type Links, unchecked } from '../links/links.ts'
import { changeEntries, rowsOf } from './bulk-entries.ts'
import {
  chosenSchedule,
  collectionNamed,
  type Data,
  type EntryRow,
  entryNoun,
  entryOf,
  findRow,
  parseKept,
  publishedAs,
  readLeniently,
  without,
} from './entry-row.ts'
import {
  closeGap,
  countEntries,
  openGap,
  orderedIds,
  orderWithVersions,
  readRedirects,
  renumber,
  withFormerSlugs,
} from './positions.ts'
import { createPublishedEntries } from './published-entries.ts'
import { assertSlugsFree, dataOf, writeEntry } from './write-entry.ts'

const withEnd = (text: string, end: string, max = Number.MAX_SAFE_INTEGER) => {
  let length = Math.min(text.length, max - end.length)
  // The cut may have halved a surrogate pair.
  while (length > 0 && /[-\s\ud800-\udbff]/.test(text.charAt(length - 1))) length -= 1
  return text.slice(0, length) + end
}

const isFree = async (trx: Trx, collection: Collection, id: string, data: Data): Promise<boolean> =>
  assertSlugsFree(trx, collection, id, [data]).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Invalid) return false
      throw error
    },
  )

/** The data with slugs that no other entry has: `tide` becomes `tide-2`. Empty when the first hundred are taken. */
const withFreeSlugs = async (trx: Trx, collection: Collection, id: string, data: Data): Promise<Data> => {
  const result = { ...data }
  for (const [name, field] of Object.entries(collection.fields)) {
    const slug = result[name]
    if (field.kind !== 'slug' || typeof slug !== 'string' || slug === '') continue
    const stem = slug.replace(/-\d{1,4}$/, '')
    result[name] = ''
    for (let number = 1; number <= 100; number += 1) {
      const next = number === 1 ? slug : withEnd(stem, `-${number}`, field.max)
      if (!(await isFree(trx, collection, id, { [name]: next }))) continue
      result[name] = next
      break
    }
  }
  return result
}

/** A row behind the last one, published or a draft. */
const newRow = async (trx: Trx, name: string, id: string, draft: string, publish: boolean): Promise<EntryRow> => {
  const now = new Date().toISOString()
  return {
    id,
    collection: name,
    position: (await countEntries(trx, name)) + 1,
    draft,
    published: publish ? draft : null,
    version: 0,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    published_at: publish ? now : null,
    schedule: null,
    former: '[]',
  }
}

/** What came through a link came once: a copy is the owner’s own. */
const withoutSource = (data: Data): Data =>
  'source' in data ? { ...data, source: '', consent: '', relation: '' } : data

const refuseSource = (data: Data): void => {
  if (data.source) throw new Invalid({ source: 'Only a link of a request fills this in.' })
}

/** Copies an entry's draft to a new draft behind it. Throws `NotFound`. */
const copyEntry =
  (database: Database, links: Links) =>
  async (name: string, id: string, { by }: { by: string }): Promise<Entry> => {
    const collection = collectionNamed(name)
    return journaled(database, async (trx, record) => {
      const source = await findRow(trx, name, id)
      if (!source || source.deleted_at !== null) throw new NotFound(entryNoun(collection), id)
      const data = readLeniently(collection, JSON.parse(source.draft))
      const { title } = collection.preview
      const text = data[title]
      const named =
        typeof text === 'string' && text !== '' ? withEnd(text, ' (copy)', collection.fields[title]?.max) : text
      const copyId = uuid()
      const draft = await withFreeSlugs(trx, collection, copyId, withoutSource({ ...data, [title]: named }))
      const copy = {
        ...(await newRow(trx, name, copyId, JSON.stringify(draft), false)),
        position: await openGap(trx, name, source.position + 1),
      }
      const { row, states } = await writeEntry(trx, copy, undefined, links, dataOf(source))
      await record({ by, action: 'create', collection: name, entry: copyId, ...states })
      return entryOf(collection, row)
    })
  }

interface EntryListOptions {
  limit?: number | undefined
  cursor?: string | undefined
  q?: string | undefined
  trash?: boolean | undefined
}

type Query = SelectQueryBuilder<Tables, 'entries', Record<never, never>>

const afterCursor = (query: Query, cursor: string, trash: boolean): Query => {
  const [position = '', id = ''] = cursor.split('_')
  if (!trash) {
    if (!/^\d{1,9}$/.test(cursor)) throw new Invalid({ cursor: 'Start the list again.' })
    return query.where('position', '>', Number(cursor))
  }
  return query.where(({ eb, and, or }) =>
    or([eb('deleted_at', '<', position), and([eb('deleted_at', '=', position), eb('id', '<', id)])]),
  )
}

/** One page of a collection. Throws `NotFound` for an unknown collection, `Invalid` for a wrong cursor. */
const listEntries = async (
  reader: Reader,
  name: string,
  { limit, cursor, q = '', trash = false }: EntryListOptions,
): Promise<{ entries: Entry[]; next: string | null }> => {
  const collection = collectionNamed(name)
  let query: Query = reader
    .selectFrom('entries')
    .where('collection', '=', name)
    .where('deleted_at', trash ? 'is not' : 'is', null)
  if (cursor !== undefined) query = afterCursor(query, cursor, trash)
  for (const word of searchWords(q)) {
    query = query.where(isFound(word))
  }
  const ordered = trash ? query.orderBy('deleted_at', 'desc').orderBy('id', 'desc') : query.orderBy('position')
  const { items, next } = await readPage(ordered.selectAll(), limit, (row) =>
    trash ? `${row.deleted_at}_${row.id}` : String(row.position),
  )
  return { entries: items.map((row) => entryOf(collection, row)), next }
}

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
const createEntryTitles = (database: Database) => {
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

const pieceSize = 500

/**
 * Deletes entries of the trash for good, and what the journal holds of them; the journal keeps only that it happened. There is no
 * undo. Throws `NotFound` unless each of them is in the trash.
 */
const eraseEntries =
  (database: Database) =>
  async (name: string, ids: readonly string[], { by }: { by: string }): Promise<number> => {
    const collection = collectionNamed(name)
    const unique = [...new Set(ids)]
    return journaled(database, async (trx, record) => {
      const rows = await rowsOf(trx, name, unique)
      const other = unique.find((id) => (rows.get(id)?.deleted_at ?? null) === null)
      if (other !== undefined) throw new NotFound(`deleted ${entryNoun(collection)}`, other)
      for (let start = 0; start < unique.length; start += pieceSize) {
        const piece = unique.slice(start, start + pieceSize)
        await trx.deleteFrom('entries').where('id', 'in', piece).execute()
        await trx
          .updateTable('changes')
          .set({ before: null, after: null, search_text: '' })
          .where('collection', '=', name)
          .where('entry', 'in', piece)
          .execute()
        // Its person keeps the link, and may send it again. What they had withdrawn was not declined.
        await trx
          .updateTable('testimonial_requests')
          .set({ sent: '[]', declined_at: new Date().toISOString() })
          .where('entry', 'in', piece)
          .where('sent', '!=', '[]')
          .execute()
      }
      for (const id of unique)
        await record({ by, action: 'erase', collection: name, entry: id, before: null, after: null })
      return unique.length
    })
  }

/** Puts a collection into another order. Throws `StaleVersion` with the current order unless `ids` names each entry once. */
const reorderEntries =
  (database: Database) =>
  async (name: string, ids: string[], { by }: { by: string }): Promise<string[]> => {
    const collection = collectionNamed(name)
    if (new Set(ids).size !== ids.length) throw new Invalid({ ids: 'Name each entry once.' })
    return journaled(database, async (trx, record) => {
      const present = await orderedIds(trx, name)
      const known = new Set(present)
      if (ids.length !== present.length || !ids.every((id) => known.has(id))) {
        throw new StaleVersion(`order of ${collection.label.many.toLowerCase()}`, present)
      }
      if (ids.every((id, index) => id === present[index])) return present
      await renumber(trx, ids)
      await record({ by, action: 'reorder', collection: name, before: { ids: present }, after: { ids } })
      return ids
    })
  }

export interface Author {
  /** An account's id, or a word such as `samples`. */
  by: string
}

export interface Based extends Author {
  /** Version on which the write is based. Throws `StaleVersion` when another is stored. */
  version?: number | undefined
}

type EntryOf<N extends string> = Entry<N extends CollectionName ? EntryData<N> : Data>
type InputOf<N extends string> = N extends CollectionName ? EntryData<N> : unknown
type PatchOf<N extends string> = N extends CollectionName ? Partial<EntryData<N>> : unknown

interface Step {
  trx: Trx
  row: EntryRow
}

/**
 * The only way to write entries, besides undo. Each write is parsed, stored and journaled in one transaction and then announced; a
 * refused one leaves nothing. Methods that name an entry throw `NotFound`; those that publish throw `Invalid` with a sentence for each field.
 */
export const createEntries = (
  database: Database,
  links: Links = unchecked,
  publishedEntries = createPublishedEntries(),
) => {
  const store = async (
    trx: Trx,
    next: EntryRow,
    record: RecordChange,
    action: string,
    by: string,
    before?: EntryRow,
  ) => {
    const { row, states } = await writeEntry(trx, next, before, links)
    // A new one is the last in the order.
    const hidden = before ? states.hidden : row.published === null
    await record({ by, action, collection: row.collection, entry: row.id, ...states, hidden })
    return entryOf(collectionNamed(row.collection), row)
  }

  /** Changes a stored entry by what `next` returns; writes nothing when nothing changes. */
  const alter = async (
    name: string,
    id: string,
    { by, version }: Based,
    action: string,
    next: (step: Step) => Partial<EntryRow> | Promise<Partial<EntryRow>>,
    from: 'standing' | 'trash' = 'standing',
  ): Promise<Entry> => {
    const collection = collectionNamed(name)
    return journaled(database, async (trx, record) => {
      const row = await findRow(trx, name, id)
      if (!row || (row.deleted_at === null) !== (from === 'standing')) throw new NotFound(entryNoun(collection), id)
      if (version !== undefined && version !== row.version) {
        throw new StaleVersion(entryNoun(collection), entryOf(collection, row))
      }
      const changed = { ...row, ...(await next({ trx, row })) }
      if ((Object.keys(row) as (keyof EntryRow)[]).every((key) => changed[key] === row[key])) {
        return entryOf(collection, row)
      }
      return store(trx, withFormerSlugs(collection, changed, row), record, action, by, row)
    })
  }

  return {
    list: (collection: string, options: EntryListOptions = {}) => listEntries(database.kysely, collection, options),

    get: async <const N extends string>(name: N, id: string): Promise<EntryOf<N>> => {
      const collection = collectionNamed(name)
      const row = await findRow(database.kysely, name, id)
      if (!row) throw new NotFound(entryNoun(collection), id)
      return entryOf(collection, row) as EntryOf<N>
    },

    /** Appends a new entry, published by default; `id` is for an entry from another store. */
    create: async <const N extends string>(
      name: N,
      data: InputOf<N>,
      { by, publish = true, id }: Author & { publish?: boolean | undefined; id?: string },
    ): Promise<EntryOf<N>> => {
      const collection = collectionNamed(name)
      const parsed = parse(publish ? collection.schema : collection.draft, data) as Data
      if (id === undefined) refuseSource(parsed)
      const json = JSON.stringify(parsed)
      const entry = await journaled(database, async (trx, record) =>
        store(trx, await newRow(trx, name, id ?? uuid(), json, publish), record, 'create', by),
      )
      return entry as EntryOf<N>
    },

    /** Appends drafts in one transaction, so that one undo takes them back. A slug that is taken gets a number. */
    createDrafts: async (name: string, all: readonly Data[], { by }: Author): Promise<Entry[]> => {
      const collection = collectionNamed(name)
      const { entries: drafts } = parse(z.object({ entries: z.array(collection.draft) }), { entries: all })
      return journaled(database, async (trx, record) => {
        const made: Entry[] = []
        for (const data of drafts as Data[]) {
          refuseSource(data)
          const id = uuid()
          const free = await withFreeSlugs(trx, collection, id, data)
          made.push(await store(trx, await newRow(trx, name, id, JSON.stringify(free), false), record, 'create', by))
        }
        return made
      })
    },

    /**
     * Changes some fields; the page keeps its state with `publish: false`. A writer who names the version publishes all of the draft, which
     * it has seen; another publishes what it names of an entry that visitors see.
     */
    update: async <const N extends string>(
      name: N,
      id: string,
      fields: PatchOf<N>,
      { publish = true, ...based }: Based & { publish?: boolean | undefined },
    ): Promise<EntryOf<N>> => {
      const collection = collectionNamed(name)
      const entry = await alter(name, id, based, 'update', ({ row }) => {
        const held = dataOf(row)
        const patch = parseKept(collection, 'patch', fields, held)
        const merged = (rule: 'schema' | 'draft', json: string) =>
          JSON.stringify(
            parseKept(collection, rule, { ...readLeniently(collection, JSON.parse(json)), ...patch }, held),
          )
        if (!publish) return { draft: merged('draft', row.draft) }
        const shown = based.version === undefined ? (row.published ?? row.draft) : row.draft
        const published = merged('schema', shown)
        return publishedAs(row, published, shown === row.draft ? published : merged('draft', row.draft))
      })
      return entry as EntryOf<N>
    },

    publish: (name: string, id: string, options: Based) =>
      alter(name, id, options, 'publish', ({ row }) => {
        const collection = collectionNamed(name)
        return publishedAs(
          row,
          JSON.stringify(parseKept(collection, 'schema', readLeniently(collection, JSON.parse(row.draft)))),
        )
      }),

    unpublish: (name: string, id: string, options: Based) =>
      alter(name, id, options, 'unpublish', ({ row }) => ({ published: null, schedule: without('takeOffAt', row) })),

    /** The draft becomes what visitors see. Throws `Invalid` when they see nothing of the entry. */
    discard: (name: string, id: string, options: Based) =>
      alter(name, id, options, 'discard', ({ row }) => {
        if (row.published === null)
          throw new Invalid(
            {},
            'Visitors see nothing of this entry, so there is nothing to go back to. Delete it instead.',
          )
        return { draft: row.published }
      }),

    /** Replaces the times at which the entry is published and unpublished; no times cancel. */
    schedule: (name: string, id: string, times: ScheduleTimes, options: Based) =>
      alter(name, id, options, 'schedule', ({ row }) => {
        const collection = collectionNamed(name)
        const schedule = chosenSchedule(times, row, options.by)
        // Better now than at night.
        if (times.publishAt) parseKept(collection, 'schema', readLeniently(collection, JSON.parse(row.draft)))
        return { schedule }
      }),

    remove: (name: string, id: string, options: Based) =>
      alter(name, id, options, 'remove', async ({ trx, row }) => {
        await closeGap(trx, name, row.position)
        return { deleted_at: new Date().toISOString(), schedule: null }
      }),

    restore: (name: string, id: string, options: Based) =>
      alter(
        name,
        id,
        options,
        'restore',
        async ({ trx, row }) => {
          return { deleted_at: null, position: await openGap(trx, name, row.position) }
        },
        'trash',
      ),

    titles: createEntryTitles(database),
    changeAll: changeEntries(database, links),
    copy: copyEntry(database, links),
    erase: eraseEntries(database),
    reorder: reorderEntries(database),

    order: async (name: string) => orderWithVersions(database.kysely, collectionNamed(name).name),

    /** The content of the page, in order. */
    published: (reader: Reader = database.kysely) => publishedEntries(reader),

    redirects: (reader: Reader = database.kysely) => readRedirects(reader),
  }
}

export type Entries = ReturnType<typeof createEntries>
