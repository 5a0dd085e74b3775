import { type CollectionName, collections } from '../../model/content/collections/index.ts'

/** Where one goes after saving: `/admin/{link}`, for about `/admin` (specification, section 2). */
export const listPath = (collection: CollectionName): string =>
  collection === 'about' ? '/admin' : `/admin/${collections[collection].admin.path}`
