import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

interface Row {
  id: number
  before: string | null
  after: string | null
}

interface OldTables {
  changes: Row & { at: string; collection: string; entry: string | null }
  entries: {
    id: string
    draft: string
    published: string | null
    updated_at: string
    published_at: string | null
  }
  settings: { draft: string; published: string; updated_at: string; published_at: string }
}

/** Settings that take effect when they are saved. */
const immediate = new Set([
  'registration',
  'notices',
  'digestHour',
  'acknowledge',
  'acknowledgement',
  'snippets',
  'historyYears',
])

const publishable = (settings: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !immediate.has(name)))

const publishedIn = (json: string | null): string =>
  JSON.stringify((json === null ? null : JSON.parse(json))?.published ?? null)

/** When what visitors see, or saw last, was published. */
const publishedAt = async (
  db: Kysely<OldTables>,
  entry: Omit<OldTables['entries'], 'draft' | 'published_at'>,
): Promise<string | null> => {
  const changes = await db
    .selectFrom('changes')
    .select(['at', 'before', 'after'])
    .where('entry', '=', entry.id)
    .orderBy('id', 'desc')
    .execute()
  const last = changes.find(({ before, after }) => {
    const shown = publishedIn(after)
    return shown !== 'null' && shown !== publishedIn(before)
  })
  const wasTakenOff = changes.find(({ before }) => publishedIn(before) !== 'null')
  return last?.at ?? (entry.published === null ? (wasTakenOff?.at ?? null) : entry.updated_at)
}

const moveSettings = async (db: Kysely<OldTables>) => {
  await sql`alter table settings rename column data to draft`.execute(db)
  await sql`alter table settings add column published text not null default '{}'`.execute(db)
  await sql`alter table settings add column published_at text not null default ''`.execute(db)
  for (const { draft, updated_at } of await db.selectFrom('settings').select(['draft', 'updated_at']).execute())
    await db
      .updateTable('settings')
      .set({ published: JSON.stringify(publishable(JSON.parse(draft))), published_at: updated_at })
      .execute()
  const state = (json: string | null, at: string) => {
    if (json === null) return null
    const draft = JSON.parse(json)
    return JSON.stringify({ draft, published: publishable(draft), publishedAt: at })
  }
  const changes = await db
    .selectFrom('changes')
    .select(['id', 'at', 'before', 'after'])
    .where('collection', '=', 'settings')
    .orderBy('id')
    .execute()
  let earlier = ''
  for (const { id, at, before, after } of changes) {
    await db
      .updateTable('changes')
      .set({ before: state(before, earlier || at), after: state(after, at) })
      .where('id', '=', id)
      .execute()
    earlier = at
  }
}

/** Settings get a draft, entries the time of their publication and a schedule. Until now every stored setting was live. */
export const drafts = (): Migration => ({
  up: async (untyped: Kysely<unknown>) => {
    const db = untyped as Kysely<OldTables>
    await moveSettings(db)
    for (const column of ['published_at', 'schedule', 'due_at'])
      await sql`alter table entries add column ${sql.ref(column)} text`.execute(db)
    await sql`create index entries_due on entries (due_at) where due_at is not null`.execute(db)
    await sql`create index entries_pending on entries (collection, position)
      where deleted_at is null and (published is null or published <> draft)`.execute(db)
    await sql`update entries set published_at = updated_at where published = draft`.execute(db)
    const others = await db
      .selectFrom('entries')
      .select(['id', 'published', 'updated_at'])
      .where('published_at', 'is', null)
      .execute()
    for (const entry of others)
      await db
        .updateTable('entries')
        .set({ published_at: await publishedAt(db, entry) })
        .where('id', '=', entry.id)
        .execute()
  },
})
