import { type Kysely, sql } from 'kysely'
import { first, journalBatches, withdrawnMedia } from '../../src/server/db/first-migrations.ts'
import { drafts, historyAtScale } from '../../src/server/db/later-migrations.ts'
import { sha256 } from '../../src/server/process/sha256.ts'
import type { TestStore } from './databases.ts'
import { halves } from './pictures.ts'

// What the tables were then has no types any more.
type Tables = Record<string, Record<string, unknown>>

/** Takes a suite's empty database back to the tables of before there were renditions, and fills in images as they were kept. */
export const beforeRenditions = async ({ database }: TestStore) => {
  const kysely = database.kysely as unknown as Kysely<Tables>
  const { kind } = database
  const tables = await kysely.introspection.getTables()
  for (const table of ['renditions', 'blobs', 'deliveries', ...tables.map(({ name }) => name)]) {
    const drop = kysely.schema.dropTable(table).ifExists()
    await (kind === 'sqlite' ? drop : drop.cascade()).execute()
  }
  await first(kind).up(kysely)
  await withdrawnMedia().up(kysely)
  // Independent of the media; today's modules write them.
  for (const later of [journalBatches, drafts, historyAtScale]) await later(kind).up(kysely)
  for (const table of ['entries', 'changes'])
    await sql.raw(`alter table ${table} rename column words to search_text`).execute(kysely)

  const bytes = new Uint8Array(await halves(60, 40, '#c04020', '#2040c0').png().toBuffer())
  const now = new Date().toISOString()
  const was = { type: 'image/png', width: 60, height: 40, placeholder: '#000000' }
  const variants = JSON.stringify({ avif: [60], webp: [60], jpeg: [60] })

  /** Keeps an image as an upload did then, its row in the journal included. */
  const upload = async (id: string, hash: string, deleted_at: string | null = null): Promise<void> => {
    const said = { name: `${id}.png`, alt: 'Dusk', focus_x: 0.25, focus_y: 0.5, created_at: now, deleted_at }
    const medium = { id, hash, variants, version: 3, updated_at: now, withdrawn_at: null, ...was, ...said }
    await kysely.insertInto('media').values(medium).execute()
    for (const name of [`original-${hash}`, `${hash.slice(0, 16)}-60.webp`])
      await kysely
        .insertInto('blobs')
        .values({ name, media: id, type: 'image/png', size: bytes.length, bytes })
        .execute()
    const change = { at: now, actor: 'owner', action: 'create', collection: 'media', entry: id, before: null }
    await kysely
      .insertInto('changes')
      .values({ ...change, after: JSON.stringify(said) })
      .execute()
  }

  return { kysely: kysely as unknown as Kysely<unknown>, now, bytes, hash: sha256(bytes), upload }
}
