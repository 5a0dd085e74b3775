import { v7 as uuid } from 'uuid'
import type { Collection } from '../../model/content/define-collection.ts'
import type { Entry } from '../../model/content/entry.ts'
import { Invalid, NotFound } from '../../model/errors.ts'
import type { Database, Trx } from '../db/database.ts'
import { journaled } from '../journal/record-change.ts'
import type { Links } from '../links/links.ts'
import { assertSlugsFree } from './entry-checks.ts'
import { collectionNamed, type EntryRow, entryNoun, entryOf, findRow } from './entry-row.ts'
import { type Data, readLeniently } from './lenient-read.ts'
import { openGap } from './positions.ts'
import { dataOf, writeEntry } from './write-entry.ts'

const withEnd = (text: string, end: string, max = Number.MAX_SAFE_INTEGER) => {
  let length = Math.min(text.length, max - end.length)
  while (length > 0 && /[-\s]/.test(text.charAt(length - 1))) length -= 1
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
    for (let number = 2; number <= 100; number += 1) {
      const next = withEnd(stem, `-${number}`, field.max)
      if (!(await isFree(trx, collection, id, { [name]: next }))) continue
      result[name] = next
      break
    }
  }
  return result
}

/** Copies an entry's draft to a new draft behind it. Throws `NotFound`. */
export const copyEntry =
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
      const draft = await withFreeSlugs(trx, collection, copyId, { ...data, [title]: named })
      const now = new Date().toISOString()
      const copy: EntryRow = {
        id: copyId,
        collection: name,
        position: await openGap(trx, name, source.position + 1),
        draft: JSON.stringify(draft),
        published: null,
        version: 0,
        created_at: now,
        updated_at: now,
        deleted_at: null,
        former: '[]',
        published_at: null,
        schedule: null,
      }
      const { row, states } = await writeEntry(trx, copy, undefined, links, dataOf(source))
      await record({ by, action: 'create', collection: name, entry: copyId, ...states })
      return entryOf(collection, row)
    })
  }
