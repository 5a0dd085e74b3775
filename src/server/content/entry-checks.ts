import { sql } from 'kysely'
import type { Collection } from '../../model/content/define-collection.ts'
import { Invalid } from '../../model/errors.ts'
import type { Fields } from '../../model/fields/fields.ts'
import { leavesOf } from '../../model/fields/leaves-of.ts'
import { kindOf } from '../../model/media/media-item.ts'
import type { Trx } from '../db/database.ts'
import { imagesOf, videosOf } from './images-of.ts'
import type { Data } from './lenient-read.ts'
import { assertNotCategory } from './page-addresses.ts'
import { likePattern } from './search-text.ts'

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
export const assertEntriesKnown = async (
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

type MediaOf = typeof imagesOf

const namedAnew = (of: MediaOf, collection: { fields: Fields }, data: Checked, held: Checked) => {
  const before = new Set(of(collection, held).map(([, id]) => id))
  return of(collection, data).filter(([, id]) => !before.has(id))
}

type Checked = readonly (Data | null)[]

/** Types of what the trash and the library hold, by id. */
const typesOf = async (trx: Trx, ids: readonly string[]): Promise<Map<string, string | null>> => {
  const rows = await trx
    .selectFrom('media')
    .leftJoin('renditions', 'renditions.stem', 'media.rendition')
    .select(['media.id', 'renditions.type'])
    .where('media.id', 'in', ids)
    .where('media.withdrawn_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, type }) => [id, type]))
}

/**
 * Throws `Invalid` when an image or a video is not in the library; the trash belongs to it. What `held` names is not checked again,
 * so that an entry can be saved whatever happened to its image.
 */
export const assertMediaKnown = async (
  trx: Trx,
  collection: { fields: Fields },
  data: Checked,
  held: Checked,
): Promise<void> => {
  const named = [
    ...namedAnew(imagesOf, collection, data, held).map(([field, id]) => ({ field, id, kind: 'image' })),
    ...namedAnew(videosOf, collection, data, held).map(([field, id]) => ({ field, id, kind: 'video' })),
  ]
  if (named.length === 0) return
  const types = await typesOf(
    trx,
    named.map(({ id }) => id),
  )
  const fits = ({ id, kind }: (typeof named)[number]) => {
    const type = types.get(id)
    return type === null || (type !== undefined && kindOf(type) === kind)
  }
  const unknown = named.filter((one) => !fits(one))
  if (unknown.length > 0)
    throw new Invalid(
      Object.fromEntries(unknown.map(({ field, kind }) => [field, `There is no such ${kind}. Choose or upload one.`])),
    )
}
