import { mediaLeaves } from '../../model/content/media-leaves.ts'
import { Invalid } from '../../model/errors.ts'
import type { Fields } from '../../model/fields/fields.ts'
import { kindOf } from '../../model/media/media-item.ts'
import type { Trx } from '../db/database.ts'

type Data = Record<string, unknown>
type Checked = readonly (Data | null)[]
type Named = [path: string, id: string][]

/** The ids in fields of one kind, those in lists of items and blocks included, by path: `image`, `blocks.2.images.0.image`. */
const idsIn = (kind: 'image' | 'video', { fields }: { fields: Fields }, data: Checked): Named =>
  data.flatMap((one) =>
    mediaLeaves(fields, one ?? {}).flatMap(
      ({ path, field, value }): Named => (field.kind === kind ? [[path, value as string]] : []),
    ),
  )

export const imagesOf = (collection: { fields: Fields }, data: Checked): Named => idsIn('image', collection, data)

export const videosOf = (collection: { fields: Fields }, data: Checked): Named => idsIn('video', collection, data)

const namedAnew = (of: typeof imagesOf, collection: { fields: Fields }, data: Checked, held: Checked) => {
  const before = new Set(of(collection, held).map(([, id]) => id))
  return of(collection, data).filter(([, id]) => !before.has(id))
}

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
