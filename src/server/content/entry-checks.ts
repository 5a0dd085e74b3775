import { sql } from 'kysely'
import type { Collection } from '../../model/content/define-collection.ts'
import { Invalid } from '../../model/errors.ts'
import type { Fields } from '../../model/fields/fields.ts'
import type { Trx } from '../db/database.ts'
import { imagesOf } from './images-of.ts'
import type { Data } from './lenient-read.ts'
import { likePattern } from './search-text.ts'

/**
 * Throws `Invalid` when another entry outside the trash, as drafted or as published, has the same slug. Slugs in `held` are this
 * entry's already.
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

/**
 * Throws `Invalid` when an image is not in the library; the trash belongs to it. Images in `held` are not checked again, so that an
 * entry can be saved whatever happened to its image.
 */
export const assertImagesKnown = async (
  trx: Trx,
  collection: { fields: Fields },
  data: readonly (Data | null)[],
  held: readonly (Data | null)[],
): Promise<void> => {
  const before = new Set(imagesOf(collection, held).map(([, id]) => id))
  const named = imagesOf(collection, data).filter(([, id]) => !before.has(id))
  if (named.length === 0) return
  const rows = await trx
    .selectFrom('media')
    .leftJoin('renditions', 'renditions.stem', 'media.rendition')
    .select('media.id')
    .where(
      'media.id',
      'in',
      named.map(([, id]) => id),
    )
    .where('media.withdrawn_at', 'is', null)
    .where((is) => is.or([is('renditions.type', 'is', null), is('renditions.type', 'like', 'image/%')]))
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  const unknown = named.filter(([, id]) => !known.has(id))
  if (unknown.length > 0)
    throw new Invalid(
      Object.fromEntries(unknown.map(([field]) => [field, 'There is no such image. Choose or upload one.'])),
    )
}
