import { isDeepStrictEqual } from 'node:util'
import { type CvCollection, cvCollections } from '../../../model/cv/cv-collections.ts'
import { type CvChoice, type CvVariantData, mostVariants } from '../../../model/cv/variant.ts'
import { Invalid } from '../../../model/errors.ts'
import type { Trx } from '../../db/database.ts'

/** Throws `Invalid` when another variant has the name. */
export const assertNameFree = async (trx: Trx, id: string, name: string): Promise<void> => {
  const other = await trx
    .selectFrom('cv_variants')
    .select('id')
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (other) throw new Invalid({ name: `There is a variant with the name “${name}” already. Choose another.` })
}

/** Throws `Invalid` for one too many. */
export const assertFew = async (trx: Trx): Promise<void> => {
  const { count } = await trx
    .selectFrom('cv_variants')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostVariants)
    throw new Invalid({}, `There can be at most ${mostVariants} variants. Delete one that you no longer need.`)
}

/** Data of the entries as visitors see them; null for those that are not published. */
const storedEntries = async (trx: Trx, name: CvCollection, ids: readonly string[]) => {
  const rows = await trx
    .selectFrom('entries')
    .select(['id', 'published'])
    .where('collection', '=', name)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, published }) => [id, published === null ? null : JSON.parse(published)]))
}

/** Without words that are those of the entry: the variant follows it where it says nothing else. */
const otherWords = ({ text, ...choice }: CvChoice, data: Record<string, unknown> | null): CvChoice => {
  const left = Object.entries(text ?? {}).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, data?.[field]),
  )
  return { ...choice, ...(left.length > 0 ? { text: Object.fromEntries(left) as CvChoice['text'] } : {}) }
}

/**
 * The choices as they are stored. An entry in the trash, or taken off the page, keeps its place; one that was deleted for good since loses it. Throws
 * `Invalid` for an id that no entry has, unless the variant had it.
 */
export const checkedChoices = async (
  trx: Trx,
  entries: CvVariantData['entries'],
  held: CvVariantData['entries'] = {},
): Promise<CvVariantData['entries']> => {
  const problems: Record<string, string> = {}
  const checked: Record<string, CvChoice[]> = {}
  for (const name of cvCollections) {
    const list = entries[name] as CvChoice[] | undefined
    if (!list) continue
    const stored =
      list.length === 0
        ? new Map()
        : await storedEntries(
            trx,
            name,
            list.map(({ id }) => id),
          )
    const had = new Set(held[name]?.map(({ id }) => id))
    for (const [index, { id }] of list.entries())
      if (!stored.has(id) && !had.has(id)) problems[`entries.${name}.${index}.id`] = 'There is no such entry.'
    checked[name] = list.filter(({ id }) => stored.has(id)).map((choice) => otherWords(choice, stored.get(choice.id)))
  }
  if (Object.keys(problems).length > 0) throw new Invalid(problems)
  return checked as CvVariantData['entries']
}
