import type { Collection } from '../../model/content/define-collection.ts'
import { Invalid } from '../../model/errors.ts'
import { parseKept } from './parse-kept.ts'

export type Data = Record<string, unknown>

/** Stored data in the current fields: missing ones are empty, unknown ones are left out. */
export const readLeniently = (collection: Collection, stored: Data): Data =>
  Object.fromEntries(
    Object.entries(collection.fields).map(([name, field]) => [
      name,
      Object.hasOwn(stored, name) ? stored[name] : field.empty,
    ]),
  )

export const problemsOf = (
  collection: Collection,
  data: Data,
  rules: 'schema' | 'shown' | 'draft',
): Record<string, string> | undefined => {
  try {
    parseKept(collection, rules, data)
    return undefined
  } catch (error) {
    if (error instanceof Invalid) return error.fields
    throw error
  }
}
