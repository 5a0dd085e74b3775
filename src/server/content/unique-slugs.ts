import { sql } from 'kysely'
import type { Collection } from '../../model/content/define-collection.ts'
import { Invalid } from '../../model/errors.ts'
import type { Trx } from '../db/database.ts'
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
      // LIKE finds candidates; the parsed data decides.
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
