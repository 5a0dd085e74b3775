import { type CollectionName, collections } from '../../model/content/collections/index.ts'

/** Path of the list, shown after publishing: `/admin/{link}`, for about `/admin` (specification, section 2). */
export const listPath = (collection: CollectionName): string =>
  collection === 'about' ? '/admin' : `/admin/${collections[collection].admin.path}`
