import { collectionNames, collections } from '../../model/content/collections.ts'
import type { Collection } from '../../model/content/define-collection.ts'
import { publicData } from '../../model/content/public-data.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import type { Database } from '../db/database.ts'

/** Content that an earlier version stored, with what has come since: empty collections and empty fields. */
const completed = (stored: Record<string, unknown>): object => {
  const lists = collectionNames.map((name) => {
    const { fields } = collections[name] as unknown as Collection
    const empty = publicData(
      fields,
      Object.fromEntries(Object.entries(fields).map(([field, { empty }]) => [field, empty])),
    )
    return [name, ((stored[name] ?? []) as object[]).map((entry) => ({ ...empty, ...entry }))]
  })
  return { ...stored, ...Object.fromEntries(lists) }
}

/** Writes at most once in `writeEveryMs`: it is as large as all the content, and a save must not wait for it. */
export const createLastGood = (db: Database, writeEveryMs = 5000) => {
  let waiting: { version: number; data: () => string } | undefined
  let timer: NodeJS.Timeout | undefined

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    if (!waiting) return
    const row = { version: waiting.version, data: waiting.data(), updated_at: new Date().toISOString() }
    waiting = undefined
    await db.kysely
      .insertInto('published_content')
      .values({ id: 1, ...row })
      // Another process on the same Postgres may have published something newer.
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(row).where('published_content.version', '<=', row.version),
      )
      .execute()
      // The next publish tries again; the storage watch reports a full disk.
      .catch(() => {})
  }

  return {
    /** `data` is called when it is written: JSON without the version. */
    keep: (version: number, data: () => string): void => {
      waiting = { version, data }
      timer ??= setTimeout(write, writeEveryMs).unref()
    },
    read: async (): Promise<Content | undefined> => {
      try {
        const row = await db.kysely.selectFrom('published_content').select(['version', 'data']).executeTakeFirst()
        return row && ({ ...completed(JSON.parse(row.data)), version: row.version } as Content)
      } catch {
        return undefined
      }
    },
    close: write,
  }
}

/** The content of the last complete publish, stored for the next start. */
export type LastGood = ReturnType<typeof createLastGood>
