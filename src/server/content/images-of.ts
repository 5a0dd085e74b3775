import { imageFields } from '../../model/content/define-collection.ts'
import type { Fields } from '../../model/fields/fields.ts'
import type { Data } from './lenient-read.ts'

export const imagesOf = (
  collection: { fields: Fields },
  data: readonly (Data | null)[],
): [field: string, id: string][] =>
  imageFields(collection).flatMap((field) =>
    data.flatMap((one): [string, string][] => {
      const id = one?.[field]
      return typeof id === 'string' ? [[field, id]] : []
    }),
  )
