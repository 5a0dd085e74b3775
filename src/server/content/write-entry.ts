import { sql } from 'kysely'
import type { Collection } from '../../model/content/define-collection.ts'
import { Invalid } from '../../model/errors.ts'
import type { Fields } from '../../model/fields/fields.ts'
import { leavesOf } from '../../model/fields/leaves-of.ts'
import { atRoot } from '../../model/publishing/page-paths.ts'
import type { Trx } from '../db/database.ts'
import { likePattern, searchTextOf } from '../db/paging.ts'
import { type Links, linksHeld } from '../links/links.ts'
import { assertMediaKnown } from '../media/media-fields.ts'
import { draftIn, liveIn, type MoveEntries, readSettings } from '../settings/settings-store.ts'
import {
  collectionNamed,
  type Data,
  type EntryRow,
  type EntryState,
  nextTime,
  scheduleIn,
  stateOf,
} from './entry-row.ts'
import { assertSentWords } from './sent-words.ts'

/** The categories as they are published and as they are drafted. */
const categoriesIn = async (trx: Trx) => {
  const { stored } = await readSettings(trx)
  return [...liveIn(stored).categories, ...draftIn(stored).categories]
}

/** Throws `Invalid` for the field when a category, as drafted or as published, stands at the address that a page is to have. */
const assertNotCategory = async (trx: Trx, collection: string, field: string, slug: string): Promise<void> => {
  if (collection !== atRoot) return
  const category = (await categoriesIn(trx)).find((one) => one.slug === slug)
  if (category)
    throw new Invalid({
      [field]: `“${slug}” is already the address of the category “${category.label}”. Choose another.`,
    })
}

/**
 * Throws `Invalid` when another entry outside the trash, as drafted or as published, has the same slug, or a category has the address.
 * Slugs in `held` are this entry's already.
 */
export const assertSlugsFree = async (
  trx: Trx,
  collection: Collection,
  id: string,
  data: (Data | null)[],
  held: (Data | null)[] = [],
): Promise<void> => {
  for (const [name, field] of Object.entries(collection.fields)) {
    if (field.kind !== 'slug') continue
    for (const slug of new Set(data.map((one) => one?.[name]))) {
      if (typeof slug !== 'string' || slug === '' || held.some((one) => one?.[name] === slug)) continue
      await assertNotCategory(trx, collection.name, name, slug)
      const pattern = likePattern(`${JSON.stringify(name)}:${JSON.stringify(slug)}`)
      const rows = await trx
        .selectFrom('entries')
        .select(['draft', 'published'])
        .where('collection', '=', collection.name)
        .where('id', '!=', id)
        .where('deleted_at', 'is', null)
        .where(sql<boolean>`(draft like ${pattern} escape '\\' or published like ${pattern} escape '\\')`)
        .execute()
      const taken = rows.find(({ draft, published }) =>
        [draft, published].some((json) => json !== null && JSON.parse(json)[name] === slug),
      )
      if (taken) {
        const title = JSON.parse(taken.draft)[collection.preview.title]
        throw new Invalid({ [name]: `“${slug}” is already the address of “${title}”. Choose another.` })
      }
    }
  }
}

const entriesNamed = (fields: Fields, data: Checked) =>
  data.flatMap((one) =>
    leavesOf(fields, one ?? {}).flatMap(({ path, field: { kind, collection = '', label }, value }) =>
      kind === 'entry' && typeof value === 'string' ? [{ path, collection, label, id: value }] : [],
    ),
  )

/** Throws `Invalid` when a block names an entry that there is not, such as a testimonial. Those in `held` are not checked again. */
const assertEntriesKnown = async (
  trx: Trx,
  { fields }: { fields: Fields },
  data: Checked,
  held: Checked,
): Promise<void> => {
  const before = new Set(entriesNamed(fields, held).map(({ id }) => id))
  const problems = new Map<string, string>()
  for (const { path, collection, label, id } of entriesNamed(fields, data)) {
    if (before.has(id)) continue
    const row = await trx
      .selectFrom('entries')
      .select('id')
      .where('id', '=', id)
      .where('collection', '=', collection)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!row) problems.set(path, `There is no such ${label.toLowerCase()}. Choose another.`)
  }
  if (problems.size > 0) throw new Invalid(Object.fromEntries(problems))
}

type Checked = readonly (Data | null)[]

/** Throws `Invalid` when a category is none of the owner's. Those in `held` are not checked again: it may have been deleted meanwhile. */
const assertCategoriesKnown = async (
  trx: Trx,
  { fields }: { fields: Fields },
  data: Checked,
  held: Checked,
): Promise<void> => {
  const named = (all: Checked, name: string) => all.flatMap((one) => (one?.[name] ?? []) as string[])
  for (const [name, { kind }] of Object.entries(fields)) {
    if (kind !== 'categories') continue
    const before = new Set(named(held, name))
    const added = named(data, name).filter((id) => !before.has(id))
    if (added.length === 0) continue
    const known = await categoriesIn(trx)
    const unknown = added.find((id) => !known.some((category) => category.id === id))
    if (unknown !== undefined)
      throw new Invalid({ [name]: `There is no category “${unknown}”. Add it in Settings, or choose another.` })
  }
}

export const dataOf = ({ draft, published }: Pick<EntryRow, 'draft' | 'published'>): (Data | null)[] => [
  JSON.parse(draft),
  published === null ? null : JSON.parse(published),
]

/** Throws `Invalid` for links that an entry publishes; those in `held` are not checked again. */
const assertLinksKnown = (trx: Trx, links: Links, { name, fields }: Collection, data: Data, held: (Data | null)[]) =>
  links.assertKnown(trx, { fields, data, held: linksHeld(fields, held), adding: { collection: name, data } })

const seen = ['published', 'published_at', 'position', 'deleted_at', 'former'] as const

/** True when visitors see nothing of this change. A new entry may move others. */
const isHidden = (row: EntryRow, before: EntryRow | undefined): boolean =>
  before !== undefined && seen.every((key) => row[key] === before[key])

/**
 * Writes an entry, over `before` or as a new one, in its next version. Every writer of entries ends here, undo as well, and this alone
 * decides what data may name: throws `Invalid` for media, categories, entries and links that there are not, and for a slug that is
 * taken; nor may it say more than what somebody sent through a link. References in `held`, which is what `before` has, were checked when they were stored: they are not checked again, so that an
 * entry can be saved whatever became of them. Slugs always are.
 */
export const writeEntry = async (
  trx: Trx,
  next: EntryRow,
  before: EntryRow | undefined,
  links: Links,
  held = before ? dataOf(before) : [],
): Promise<{ row: EntryRow; states: { before: EntryState | null; after: EntryState; hidden: boolean } }> => {
  const collection = collectionNamed(next.collection)
  const data = dataOf(next)
  await assertMediaKnown(trx, collection, data, held)
  await assertCategoriesKnown(trx, collection, data, held)
  await assertEntriesKnown(trx, collection, data, held)
  await assertSentWords(trx, next, before, data, held)
  if (next.deleted_at === null) {
    await assertSlugsFree(trx, collection, next.id, data, before?.deleted_at === null ? dataOf(before) : [])
    const [, published] = data
    if (published && next.published !== before?.published)
      await assertLinksKnown(trx, links, collection, published, held.slice(1))
  }
  // Above every version that this entry ever had, also when it had ceased to exist.
  const row = { ...next, version: (before ?? next).version + 1, updated_at: new Date().toISOString() }
  const stored = {
    ...row,
    search_text: searchTextOf(collection.fields, JSON.parse(row.draft)),
    due_at: nextTime(scheduleIn(row)),
  }
  if (before) await trx.updateTable('entries').set(stored).where('id', '=', row.id).execute()
  else await trx.insertInto('entries').values(stored).execute()
  // A link for review ends with its draft; undo brings the draft back alone.
  if (row.deleted_at !== null) await trx.deleteFrom('share_links').where('entry', '=', row.id).execute()
  return {
    row,
    states: { before: before ? stateOf(before) : null, after: stateOf(row), hidden: isHidden(row, before) },
  }
}

const moved = (json: string, { from, to }: Parameters<MoveEntries>[2]): string => {
  const data = JSON.parse(json) as Data
  const categories = Array.isArray(data.categories) ? data.categories : []
  if (!categories.includes(from)) return json
  const next = categories.flatMap((id) => (id === from ? (to ?? []) : id))
  return JSON.stringify({ ...data, categories: [...new Set(next)] })
}

/** Moves all projects of a category, drafts and what visitors see, the trash included. Times and drafts stay what they are. */
export const moveCategory =
  (links: Links): MoveEntries =>
  async (trx, record, move) => {
    const rows: EntryRow[] = await trx.selectFrom('entries').selectAll().where('collection', '=', 'projects').execute()
    for (const row of rows) {
      const draft = moved(row.draft, move)
      const published = row.published === null ? null : moved(row.published, move)
      if (draft === row.draft && published === row.published) continue
      const { states } = await writeEntry(trx, { ...row, draft, published }, row, links)
      await record({ by: move.by, action: 'update', collection: 'projects', entry: row.id, ...states })
    }
  }
