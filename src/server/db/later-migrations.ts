import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from './database.ts'
import { changeEntryData, schemaOf } from './first-migrations.ts'

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

/** Slugs under which an entry was published before, see docs/decisions/042-one-action-one-undo.md. */
export const formerSlugs = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('entries')
      .addColumn('former', 'text', (c) => c.notNull().defaultTo('[]'))
      .execute()
  },
})

export const connections = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable, createIndex } = schemaOf(db, kind)
    await createTable('connections', { kind: 'text primary key', 'sealed updated_at': 'text not null' })
    await createTable('password_resets', {
      // One for each account: a new link ends the older one.
      userId: 'text primary key references users (id) on delete cascade',
      hash: 'text not null unique',
      expires_at: 'text not null',
    })
    await createTable('invitations', {
      id: 'text primary key',
      hash: 'text not null unique',
      email: 'text',
      'created_at expires_at': 'text not null',
    })
    await createIndex('invitations_expiry on invitations (expires_at)')
  },
})

interface Tables {
  renditions: { stem: string; placeholder: string; variants: string }
}

const start = (hex: string) => Buffer.from(hex, 'hex')

/** True for a WebP with transparency (RFC 9649, 2.7): opaque images are encoded without the flag. */
const isTransparent = (head: Uint8Array): boolean =>
  Buffer.from(head.subarray(8, 16)).equals(start('5745425056503858')) && ((head[20] ?? 0) & 0x10) !== 0

/** Removes the placeholders of images with transparency: they showed through. */
export const transparentPlaceholders = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const tables = db as Kysely<Tables>
    const rows = await tables.selectFrom('renditions').selectAll().where('placeholder', '<>', '').execute()
    for (const { stem, variants } of rows) {
      const width = JSON.parse(variants).webp[0]
      const { rows: heads } = await sql<{ head: Uint8Array }>`
        select substr(bytes, 1, 24) as head from blobs where name = ${`${stem}-${width}.webp`}`.execute(db)
      if (heads[0] && isTransparent(heads[0].head))
        await tables.updateTable('renditions').set({ placeholder: '' }).where('stem', '=', stem).execute()
    }
  },
})

const pieceSize = 500

interface ChangeRow {
  id: number
  collection: string
  before: string | null
  after: string | null
}

type State = Record<string, unknown>

const maxLength = 800

/** The field that named an entry when this was written; the others had `name`. */
const titles = new Map(
  Object.entries({
    educations: 'faculty',
    projects: 'title',
    services: 'title',
    testimonials: 'fullname',
  }),
)

const asState = (value: unknown): State => (typeof value === 'object' && value !== null ? (value as State) : {})

const contentIn = (json: string | null): State => {
  const state = asState(json === null ? null : JSON.parse(json))
  return state.draft === undefined ? state : asState(state.draft)
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The name of what changed, and both texts of each field that did, in lower case without accents. */
const wordsOf = ({ collection, before, after }: ChangeRow): string => {
  const [was, is] = [contentIn(before), contentIn(after)]
  const title = titles.get(collection) ?? 'name'
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => name !== title && JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  )
  const texts = [title, ...changed].flatMap((name) => [...textsIn(is[name]), ...textsIn(was[name])])
  const text = [...new Set(texts)].join('\n')
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().slice(0, maxLength)
}

/** Text for searching the history, and indexes for its filters. */
export const historyAtScale = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { run, createIndex } = schemaOf(db, kind)
    await run(`alter table changes add column words text not null default ''`)
    for (let last = 0; ; ) {
      const { rows } = await sql<ChangeRow>`
        select id, collection, before, after from changes where id > ${last} order by id limit ${pieceSize}`.execute(db)
      for (const row of rows) await sql`update changes set words = ${wordsOf(row)} where id = ${row.id}`.execute(db)
      last = rows.at(-1)?.id ?? last
      if (rows.length < pieceSize) break
    }
    await createIndex('changes_actor on changes (actor, id)')
    await createIndex('changes_action on changes (action, id)')
    await createIndex('changes_at on changes (at, id)')
    // SQLite searches this index alone; a row with both its states may be long. An index entry of Postgres is bounded.
    if (kind === 'sqlite')
      await createIndex('changes_search on changes (id, actor, action, collection, entry, batch, words)')
  },
})

/** Links under which drafts are reviewed, see docs/decisions/046-share-links.md. */
export const shareLinks = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable, createIndex } = schemaOf(db, kind)
    await createTable('share_links', {
      id: 'text primary key',
      entry: 'text not null references entries (id) on delete cascade',
      hash: 'text not null unique',
      'created_at expires_at': 'text not null',
    })
    await createIndex('share_links_entry on share_links (entry)')
    await createIndex('share_links_expiry on share_links (expires_at)')
  },
})

/** The text of a project becomes its first block, at the place that it had: what was equal stays equal. */
export const blocks = (): Migration => ({
  up: (db: Kysely<unknown>) =>
    changeEntryData(db, 'projects', (data) =>
      Object.fromEntries(
        Object.entries(data).map(([name, value]) => {
          if (name !== 'body') return [name, value]
          const isText = typeof value === 'string' && value !== ''
          return ['blocks', isText ? [{ id: 'body', kind: 'text', markdown: value }] : []]
        }),
      ),
    ),
})

type Data = Record<string, unknown>

/** A project's data with a list of categories, at the place of the one that it had. */
const withList = (data: Data): Data =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) =>
      name === 'category' ? ['categories', typeof value === 'string' && value !== '' ? [value] : []] : [name, value],
    ),
  )

/** Those that every site had until now. */
const fixed = [
  { id: 'design', label: 'Design', slug: 'design' },
  { id: 'brand', label: 'Brand', slug: 'brand' },
  { id: 'photos', label: 'Photos', slug: 'photos' },
]

/** Projects have a list of categories; the settings keep the addresses that categories had before. */
export const categories = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql`alter table settings add column former text not null default '[]'`.execute(db)
    await changeEntryData(db, 'projects', withList)
    const { rows } = await sql<{ data: string }>`select data from published_content`.execute(db)
    for (const { data } of rows) {
      const content = JSON.parse(data) as Data
      const changed = JSON.stringify({ ...content, settings: { ...(content.settings as Data), categories: fixed } })
      await sql`update published_content set data = ${changed}`.execute(db)
    }
  },
})

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

/** CVs of a selection of the entries, see docs/decisions/061-cv-variants.md. */
export const cvVariants = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable } = schemaOf(db, kind)
    await createTable('cv_variants', {
      id: 'text primary key',
      name: 'text not null unique',
      'data link': 'text not null',
      version: 'integer not null',
      'created_at updated_at': 'text not null',
    })
  },
})

/** Bytes of media in a bucket, see docs/decisions/066-media-bucket.md. */
export const bucket = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable, createIndex, run } = schemaOf(db, kind)
    await run('alter table blobs add column object text')
    await createIndex('blobs_object on blobs (object) where object is not null')
    await createTable('retired_objects', { name: 'text primary key', retired_at: 'text not null' })
  },
})

/** Accounts that somebody with a link of the owner's made. Those of before stay: nobody noted how they came. */
export const invitedAccounts = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { run, truth, no } = schemaOf(db, kind)
    await run(`alter table users add column invited ${truth} default ${no} not null`)
    await run('update users set invited = true')
  },
})

/**
 * Themes of somebody else, see docs/decisions/089-foreign-themes.md. The accent that every site had until now is the first theme's own; it
 * follows the theme from then on.
 */
export const themes = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable, createIndex, run, bytes } = schemaOf(db, kind)
    for (const column of ['draft', 'published'])
      await run(`update settings set ${column} = replace(${column}, '"accent":"vermilion"', '"accent":""')`)
    await createTable('themes', {
      hash: 'text primary key',
      'id name': 'text not null',
      'data problem': 'text',
      'checked_by created_at': 'text not null',
      deleted_at: 'text',
    })
    await createIndex('themes_id on themes (id) where deleted_at is null', 'unique')
    await createTable('theme_files', {
      theme: 'text not null references themes (hash) on delete cascade',
      name: 'text not null',
      bytes: `${bytes} not null`,
    })
    await createIndex('theme_files_name on theme_files (theme, name)', 'unique')
  },
})

/** Links under which somebody says something of the owner, see docs/decisions/092-testimonials-by-request.md. */
export const testimonialRequests = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable, createIndex } = schemaOf(db, kind)
    await createTable('testimonial_requests', {
      id: 'text primary key',
      hash: 'text not null unique',
      'name email note asked': 'text not null',
      'project entry picture': 'text',
      'sent pictures': "text not null default '[]'",
      'mailed_at reminded_at used_at declined_at': 'text',
      'created_at expires_at': 'text not null',
    })
    await createIndex('testimonial_requests_entry on testimonial_requests (entry)')
  },
})

/** Fonts as pages have them, see docs/decisions/090-fonts-cut-to-the-page.md. */
export const cutFonts = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable, bytes } = schemaOf(db, kind)
    await createTable('cut_fonts', { name: 'text primary key', bytes: `${bytes} not null`, used_at: 'text not null' })
  },
})

/** Visits and their sums, see docs/decisions/093-visits.md. */
export const visits = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { run, createTable, createIndex, long } = schemaOf(db, kind)
    // Rows in the order of their key: a year of them is read at once, without looking up each.
    const ending = kind === 'sqlite' ? 'strict, without rowid' : ''
    await createTable('visits', {
      id: `${long} primary key`,
      'hour signals': 'integer not null',
      'class rule source campaign device path': 'text not null',
    })
    await createIndex('visits_hour on visits (hour)')
    await run(`create table visit_events (visit ${long} not null, kind text not null, term text not null, hour integer not null,
      count integer not null, primary key (visit, kind, term, hour)) ${ending}`)
    await run(`create table visit_sums (kind text not null, hour integer not null, term text not null,
      people integer not null, views integer not null, messages integer not null, downloads integer not null,
      opens integer not null, primary key (kind, hour, term)) ${ending}`)
    await run(`create table visit_terms (kind text not null, month integer not null, term text not null,
      primary key (kind, month, term)) ${ending}`)
    await createTable('visit_keys', { day: 'integer primary key', key: 'text not null' })
    await createTable('open_visits', { visitor: 'text primary key', 'visit last_at': `${long} not null` })
    await createTable('message_sources', {
      message: 'text primary key references messages (id) on delete cascade',
      'source path': 'text not null',
    })
  },
})

/** The owner's questions after a message, and answers to them, see docs/decisions/094-availability-and-after-questions.md. */
export const afterQuestions = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable, createIndex, run } = schemaOf(db, kind)
    await run("alter table messages add column answers text not null default '[]'")
    await createTable('message_questions', {
      hash: 'text primary key',
      message: 'text not null unique references messages (id) on delete cascade',
      'questions created_at expires_at': 'text not null',
    })
    await createIndex('message_questions_expires_at on message_questions (expires_at)')
  },
})

/** Findings that may stay, see docs/decisions/095-ready-to-show.md. */
export const readinessDismissals = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable } = schemaOf(db, kind)
    await createTable('readiness_dismissals', {
      id: 'text primary key',
      'reason dismissed_by dismissed_at': 'text not null',
    })
  },
})

/** The country of a visit, see docs/decisions/098-countries-of-visits.md. */
export const visitCountries = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await schemaOf(db, kind).run("alter table visits add column country text not null default ''")
  },
})

/** Counters of passkeys go to 2^32 - 1 (WebAuthn Level 3, 6.1), twice as far as an integer of Postgres. */
export const passkeyCounters = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    if (kind === 'postgres') await sql`alter table passkeys alter column counter type bigint`.execute(db)
  },
})

/** Deletes the tokens of OpenID providers, which nothing uses, see docs/decisions/100-sign-in-without-one-library.md. */
export const noProviderTokens = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql`update accounts set "accessToken" = null, "refreshToken" = null
      where "accessToken" is not null or "refreshToken" is not null`.execute(db)
  },
})

const spelledLetters = { ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ς: 'σ' }

/** Texts for searching have plain letters for those that have no accent to take off: “isik” finds “ışık”. */
export const spelledSearchTexts = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { run } = schemaOf(db, kind)
    let text = 'search_text'
    for (const [letter, plain] of Object.entries(spelledLetters)) text = `replace(${text}, '${letter}', '${plain}')`
    const has = Object.keys(spelledLetters).map((letter) => `search_text like '%${letter}%'`)
    for (const table of ['entries', 'changes', 'messages'])
      await run(`update ${table} set search_text = ${text} where ${has.join(' or ')}`)
  },
})
