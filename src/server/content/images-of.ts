import { mediaLeaves } from '../../model/content/media-leaves.ts'
import type { Fields } from '../../model/fields/fields.ts'
import type { Data } from './lenient-read.ts'

type Named = [path: string, id: string][]

/** The ids in fields of one kind, those in lists of items and blocks included, by path: `image`, `blocks.2.images.0.image`. */
const idsIn = (kind: 'image' | 'video', { fields }: { fields: Fields }, data: readonly (Data | null)[]): Named =>
  data.flatMap((one) =>
    mediaLeaves(fields, one ?? {}).flatMap(
      ({ path, field, value }): Named => (field.kind === kind ? [[path, value as string]] : []),
    ),
  )

export const imagesOf = (collection: { fields: Fields }, data: readonly (Data | null)[]): Named =>
  idsIn('image', collection, data)

export const videosOf = (collection: { fields: Fields }, data: readonly (Data | null)[]): Named =>
  idsIn('video', collection, data)
