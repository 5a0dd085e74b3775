import type { Collection } from '../../../model/content/define-collection.ts'
import type { Field } from '../../../model/fields/fields.ts'

/** Validation of drafts, field by field. */
export interface Rules {
  fields: readonly string[]
  /** Value as the server will store it, or the problem with it. */
  stored(name: string, value: unknown): { value: unknown } | { problem: string }
}

/** Draft rules of a collection, from the same schemas as on the server. */
export const rulesOf = (collection: Collection): Rules => ({
  fields: Object.keys(collection.fields),
  stored: (name, value) => {
    const field = collection.fields[name] as Field<unknown> | undefined
    const result = field?.draft.safeParse(value)
    if (!result) return { problem: 'There is no such field.' }
    if (result.success) return { value: result.data }
    return { problem: result.error.issues[0]?.message ?? 'This cannot be stored.' }
  },
})
