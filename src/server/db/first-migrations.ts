import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from './database.ts'

/** Creates tables and indexes, and names the column types that differ between SQLite and Postgres. */
export const schemaOf = (db: Kysely<unknown>, kind: DatabaseKind) => {
  const run = async (text: string) => {
    await sql.raw(text).execute(db)
  }
  const sqlite = kind === 'sqlite'
  return {
    run,
    bytes: sqlite ? 'blob' : 'bytea',
    long: sqlite ? 'integer' : 'bigint',
    real: sqlite ? 'real' : 'double precision',
    time: sqlite ? 'text' : 'timestamptz',
    truth: sqlite ? 'integer' : 'boolean',
    no: sqlite ? '0' : 'false',
    serial: sqlite ? 'integer primary key autoincrement' : 'bigserial primary key',
    /** `columns` has the SQL type of each name, or of several names separated by spaces. */
    createTable: (name: string, columns: Record<string, string>) => {
      const list = Object.entries(columns).flatMap(([names, type]) => names.split(' ').map((one) => `"${one}" ${type}`))
      // Without STRICT, SQLite would take a value that Postgres refuses.
      return run(`create table ${name} (${list.join(', ')})${sqlite ? ' strict' : ''}`)
    },
    /** `index` is its name, table and columns, as in SQL; `unique` is for a unique one. */
    createIndex: (index: string, unique = '') => run(`create ${unique} index ${index}`),
  }
}

const rowsAtOnce = 500

type Data = Record<string, unknown>
type Change = (data: Data) => Data

interface Row {
  id: string | number
  one: string | null
  other: string | null
}

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)

const inJson = (json: string | null, change: Change): string | null => {
  const data: unknown = json === null ? null : JSON.parse(json)
  return isData(data) ? JSON.stringify(change(data)) : json
}

/** A journaled state: of an entry, or of the order, which has no data. */
const inState =
  (change: Change): Change =>
  (state) =>
    Object.fromEntries(
      Object.entries(state).map(([name, part]) => [
        name,
        (name === 'draft' || name === 'published') && isData(part) ? change(part) : part,
      ]),
    )

const changeRows = async (
  db: Kysely<unknown>,
  [table, one, other]: readonly [table: string, one: string, other: string],
  collection: string,
  change: Change,
) => {
  const [from, first, second] = [sql.ref(table), sql.ref(one), sql.ref(other)]
  for (let last: Row['id'] | undefined; ; ) {
    const behind = last === undefined ? sql`` : sql`and id > ${last}`
    const { rows } = await sql<Row>`
      select id, ${first} as one, ${second} as other from ${from}
      where collection = ${collection} ${behind} order by id limit ${rowsAtOnce}`.execute(db)
    for (const row of rows)
      await sql`update ${from} set ${first} = ${inJson(row.one, change)}, ${second} = ${inJson(row.other, change)}
        where id = ${row.id}`.execute(db)
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)?.id
  }
}

/** Changes the data of all entries of a collection: drafts and what is published, in the journal, and in the content of the last publish. */
export const changeEntryData = async (db: Kysely<unknown>, collection: string, change: Change): Promise<void> => {
  await changeRows(db, ['entries', 'draft', 'published'], collection, change)
  await changeRows(db, ['changes', 'before', 'after'], collection, inState(change))
  const inContent: Change = (content) => {
    const list = content[collection]
    return Array.isArray(list)
      ? { ...content, [collection]: list.map((one) => (isData(one) ? change(one) : one)) }
      : content
  }
  const { rows } = await sql<{ data: string }>`select data from published_content`.execute(db)
  for (const { data } of rows) await sql`update published_content set data = ${inJson(data, inContent)}`.execute(db)
}

export const first = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable, createIndex, bytes, long, real, serial } = schemaOf(db, kind)
    await createTable('entries', {
      id: 'text primary key',
      collection: 'text not null',
      position: 'integer not null',
      draft: 'text not null',
      published: 'text',
      words: 'text not null',
      version: 'integer not null',
      'created_at updated_at': 'text not null',
      deleted_at: 'text',
    })
    await createIndex('entries_place on entries (collection, deleted_at, position, id)')
    await createTable('changes', {
      id: serial,
      'at actor action collection': 'text not null',
      'entry before after': 'text',
      undoes: `${long} references changes (id)`,
    })
    await createIndex('changes_collection on changes (collection, id)')
    await createIndex('changes_entry on changes (entry, id)')
    await createTable('settings', {
      id: 'integer primary key check (id = 1)',
      data: 'text not null',
      version: 'integer not null',
      updated_at: 'text not null',
    })
    await createTable('media', {
      id: 'text primary key',
      hash: 'text not null unique',
      'name type': 'text not null',
      'width height': 'integer not null',
      alt: 'text not null',
      'focus_x focus_y': `${real} not null`,
      'placeholder variants': 'text not null',
      version: 'integer not null',
      'created_at updated_at': 'text not null',
      deleted_at: 'text',
    })
    await createTable('blobs', {
      name: 'text primary key',
      media: 'text not null references media (id) on delete cascade',
      type: 'text not null',
      size: 'integer not null',
      bytes: `${bytes} not null`,
    })
    await createIndex('blobs_media on blobs (media)')
    await createTable('messages', {
      id: 'text primary key',
      'user_name user_email message status spam_reasons': 'text not null',
      idempotency_key: 'text unique',
      address: 'text',
      'created_at updated_at': 'text not null',
    })
    await createTable('attempts', {
      key: 'text primary key',
      'window_start window_end': `${long} not null`,
      count: 'integer not null',
    })
    await createIndex('attempts_end on attempts (window_end)')
    await createTable('meta', { key: 'text primary key', value: 'text not null' })
  },
})

export const accounts = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable, createIndex, time, truth, no } = schemaOf(db, kind)
    const id = 'text primary key'
    const userId = 'text not null references users (id) on delete cascade'

    await createTable('users', {
      id,
      'name surname username': 'text not null',
      email: 'text not null unique',
      emailVerified: `${truth} default ${no} not null`,
      image: 'text',
      role: "text default 'member' not null check (role in ('owner', 'member'))",
      twoFactorEnabled: `${truth} default ${no}`,
      'createdAt updatedAt': `${time} not null`,
    })
    await createIndex("users_one_owner on users (role) where role = 'owner'", 'unique')
    await createTable('sessions', {
      id,
      userId,
      token: 'text not null unique',
      expiresAt: `${time} not null`,
      'ipAddress userAgent': 'text',
      'createdAt updatedAt': `${time} not null`,
    })
    await createIndex('sessions_user on sessions ("userId")')
    await createTable('accounts', {
      id,
      userId,
      'accountId providerId': 'text not null',
      'accessToken refreshToken idToken': 'text',
      'accessTokenExpiresAt refreshTokenExpiresAt': time,
      'scope password': 'text',
      'createdAt updatedAt': `${time} not null`,
    })
    await createIndex('accounts_user on accounts ("userId")')
    await createIndex('accounts_provider on accounts ("providerId", "accountId")', 'unique')
    await createTable('verifications', {
      id,
      'identifier value': 'text not null',
      'expiresAt createdAt updatedAt': `${time} not null`,
    })
    await createIndex('verifications_identifier on verifications (identifier)')
    await createTable('two_factors', {
      id,
      userId,
      'secret backupCodes': 'text not null',
      verified: truth,
      failedVerificationCount: 'integer',
      lockedUntil: time,
      // Not the library's: the newest 30-second step whose code was accepted, so that none is accepted twice (RFC 6238, section 5.2).
      lastUsedStep: 'integer',
    })
    await createIndex('two_factors_user on two_factors ("userId")')
    await createTable('passkeys', {
      id,
      userId,
      name: 'text',
      'publicKey credentialID': 'text not null',
      counter: 'integer not null',
      deviceType: 'text not null',
      backedUp: `${truth} not null`,
      transports: 'text',
      createdAt: time,
      aaguid: 'text',
    })
    await createIndex('passkeys_user on passkeys ("userId")')
    await createIndex('passkeys_credential on passkeys ("credentialID")', 'unique')
    await createTable('api_tokens', {
      id,
      userId,
      name: 'text not null',
      scope: "text not null check (scope in ('read', 'write'))",
      hash: 'text not null unique',
      createdAt: 'text not null',
      lastUsedAt: 'text',
    })
  },
})

export const mail = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable, createIndex, real, run } = schemaOf(db, kind)
    const added = {
      note: "text default '' not null",
      follow_up: 'text',
      spam_score: `${real} default 0 not null`,
      verdict: 'text',
      words: "text default '' not null",
      version: 'integer default 1 not null',
      deleted_at: 'text',
    }
    for (const [name, type] of Object.entries(added)) await run(`alter table messages add column ${name} ${type}`)
    await createIndex('messages_status on messages (deleted_at, status, id)')
    await createTable('deliveries', {
      id: 'text primary key',
      message: 'text references messages (id) on delete cascade',
      'kind recipient': 'text not null',
      reply_to: 'text',
      'subject text': 'text not null',
      mail_id: 'text not null unique',
      in_reply_to: 'text',
      state: 'text not null',
      'tries unsure': 'integer default 0 not null',
      due_at: 'text not null',
      'leased_by leased_until answer sent_at': 'text',
      'created_at updated_at': 'text not null',
    })
    await createIndex('deliveries_due on deliveries (state, due_at)')
    await createIndex('deliveries_message on deliveries (message, id)')
    await createTable('spam_words', { word: 'text primary key', 'spam wanted': 'integer not null' })
  },
})

/** Tells an image whose upload was undone from one in the trash. */
export const withdrawnMedia = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('media').addColumn('withdrawn_at', 'text').execute()
  },
})

/** Moves crops and variants of an original into their own table, kept for undo. */
export const renditions = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { createTable, createIndex } = schemaOf(db, kind)
    await createTable('renditions', {
      stem: 'text primary key',
      media: 'text not null references media (id) on delete cascade',
      'original type': 'text not null',
      crop: 'text',
      'width height': 'integer not null',
      'placeholder variants': 'text not null',
      retired_at: 'text',
    })
    await createIndex('renditions_media on renditions (media)')
    await createIndex('renditions_original on renditions (original)')
    await sql`
      insert into renditions (stem, media, original, type, width, height, placeholder, variants)
      select substr(hash, 1, 16), id, hash, type, width, height, placeholder, variants from media
    `.execute(db)

    // SQLite cannot drop a unique column, and this one stays unique.
    await db.schema.alterTable('media').renameColumn('hash', 'rendition').execute()
    await sql`update media set rendition = substr(rendition, 1, 16)`.execute(db)
    for (const name of ['type', 'width', 'height', 'placeholder', 'variants'])
      await db.schema.alterTable('media').dropColumn(name).execute()

    // Two media items may come to have the same original; each keeps its own copy.
    await sql`
      update blobs set name = 'original-' || media || substr(name, 9) where name like 'original-%'
    `.execute(db)
  },
})

export const inbox = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createIndex('messages_follow_up')
      .on('messages')
      .columns(['follow_up', 'deleted_at', 'status'])
      .execute()
    await sql`create index messages_from on messages (lower(user_email), id)`.execute(db)
  },
})

interface MediaRow {
  id: number
  entry: string
  before: string | null
  after: string | null
}

type State = Record<string, unknown> | null

const stateOf = (json: string | null): State => (json === null ? null : JSON.parse(json))

/** Adds the rendition to journaled image states from before there were renditions: undo compares it with the current one. */
export const journaledRenditions = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const tables = db as Kysely<{
      changes: MediaRow & { collection: string }
      media: { id: string; rendition: string }
    }>
    const shown = await tables.selectFrom('media').select(['id', 'rendition']).execute()
    // Backwards in time: each change found what the earlier ones had left.
    const showing = new Map(shown.map(({ id, rendition }) => [id, rendition]))
    const rows = await tables
      .selectFrom('changes')
      .select(['id', 'entry', 'before', 'after'])
      .where('collection', '=', 'media')
      .orderBy('id', 'desc')
      .execute()
    for (const { id, entry, ...states } of rows) {
      const before = stateOf(states.before)
      const after = stateOf(states.after)
      const named = (before ?? after)?.rendition
      if (typeof named === 'string') showing.set(entry, named)
      else {
        const rendition = showing.get(entry)
        const written = (state: State) => (state === null ? null : JSON.stringify({ rendition, ...state }))
        await tables
          .updateTable('changes')
          .set({ before: written(before), after: written(after) })
          .where('id', '=', id)
          .execute()
      }
    }
  },
})

/** Empties the search text of messages with replies; the cleanup at the start fills it again, now with the replies. */
export const replyWords = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql`update messages set words = '' where id in (select message from deliveries where kind = 'reply')`.execute(
      db,
    )
  },
})

export const expiryIndexes = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('sessions_expiry').on('sessions').column('expiresAt').execute()
    await db.schema.createIndex('verifications_expiry').on('verifications').column('expiresAt').execute()
  },
})

/** Deletes the unused ID tokens of OpenID providers, which were stored in clear text, and indexes users in the order of their list. */
export const noIdTokens = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql`update accounts set "idToken" = null where "idToken" is not null`.execute(db)
    await db.schema.createIndex('users_created').ifNotExists().on('users').columns(['createdAt', 'id']).execute()
  },
})

export const publishedContent = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const builder = db.schema
      .createTable('published_content')
      .ifNotExists()
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('data', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
    await (kind === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder).execute()
  },
})

/** Indexes that keep the inbox quick with a hundred thousand messages, see docs/decisions/026-inbox-at-scale.md. */
export const inboxAtScale = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const create = (index: string) => sql.raw(`create index ${index}`).execute(db)
    // SQLite searches this index alone. An index entry of Postgres cannot hold a long message.
    if (kind === 'sqlite') await create('messages_standing on messages (deleted_at, id, status, words)')
    else await create('messages_standing on messages (id) where deleted_at is null')
    await create(`messages_inbox on messages (
      (case when deleted_at is null and status in ('new', 'read', 'replied') then 1 end), id)`)
    await create('messages_trash on messages (id) where deleted_at is not null')
    await create('messages_quarantine on messages (deleted_at, status, verdict, created_at)')
    await db.schema.dropIndex('messages_follow_up').execute()
    await create('messages_due on messages (deleted_at, follow_up, status)')
    await create('deliveries_recipient on deliveries (lower(recipient))')
    await create('deliveries_reply_to on deliveries (lower(reply_to))')
  },
})

/** Deleting a change looks for others that refer to it, which without an index reads the whole journal. */
export const journalUndoes = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('changes_undoes').ifNotExists().on('changes').column('undoes').execute()
  },
})

export const dueIndex = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.dropIndex('messages_due').execute()
    await sql`create index messages_due on messages (
      (case when deleted_at is null and follow_up is not null and status <> 'spam' then 1 end), id, follow_up)`.execute(
      db,
    )
  },
})

/** Changes made in one transaction are undone as one. */
export const journalBatches = (kind: DatabaseKind): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { run, createIndex, long } = schemaOf(db, kind)
    await run(`alter table changes add column batch ${long}`)
    await createIndex('changes_batch on changes (batch) where batch is not null')
  },
})
