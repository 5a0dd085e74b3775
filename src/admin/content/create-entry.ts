import type { CollectionName } from '../../model/content/collections/index.ts'
import { findCollection } from '../../model/content/collections/index.ts'
import type { Entry } from '../../model/content/entry.ts'
import { parse } from '../../model/fields/parse.ts'
import { sameValue } from '../../model/same-value.ts'
import { asApiError } from '../api/api-error.ts'
import { entries, forgetEntries } from '../api/entries.ts'
import { withArrived } from '../media/upload-state.ts'
import { changes } from '../ui/undo.ts'

type Data = Readonly<Record<string, unknown>>

const hasValues = (draft: Data, values: Data) =>
  Object.keys(values).every((name) => sameValue(values[name], withArrived(draft[name])))

const findCreated = async (collection: CollectionName, data: Data, since: number): Promise<Entry | undefined> => {
  const { changes: newest } = await changes.list({ collection, limit: 50 })
  const made = newest.find(({ action, after, at }) => {
    const { draft } = (after ?? {}) as { draft?: Data }
    return action === 'create' && Date.parse(at) >= since && draft !== undefined && hasValues(draft, data)
  })
  return made?.entry ? entries.get(collection, made.entry) : undefined
}

/** Creates an entry exactly once, however many attempts it takes. */
export const createEntryOnce = () => {
  let uncertainSince: number | undefined
  return async (collection: CollectionName, values: Data, publish: boolean): Promise<Entry> => {
    const definition = findCollection(collection)
    if (!definition) throw new Error(`There is no collection ${collection}.`)
    const data = parse(publish ? definition.schema : definition.draft, values) as Data
    const found = uncertainSince === undefined ? undefined : await findCreated(collection, data, uncertainSince)
    // The clocks of this device and the server may differ.
    const started = Date.now() - 60_000
    try {
      const made = found ?? (await entries.create(collection, data, publish))
      // What was found may have been created as a draft.
      const entry = publish && made.status === 'draft' ? await entries.publish(collection, made.id) : made
      void forgetEntries(collection)
      return entry
    } catch (error) {
      if (asApiError(error).code === 'offline') uncertainSince ??= started
      throw error
    }
  }
}
