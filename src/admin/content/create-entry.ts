import type { CollectionName } from '../../model/content/collections/index.ts'
import { findCollection } from '../../model/content/collections/index.ts'
import type { Entry } from '../../model/content/entry.ts'
import { parse } from '../../model/fields/parse.ts'
import { asApiError } from '../api/api-error.ts'
import { sameValue } from '../form/same-value.ts'
import { changes } from '../history/changes-api.ts'
import { entries, forgetEntries } from './entries-api.ts'

type Data = Readonly<Record<string, unknown>>

const equal = (a: Data, b: Data) => Object.keys(a).every((name) => sameValue(a[name], b[name]))

/** The entry that an unanswered try has made after all, found in the journal. */
const findCreated = async (collection: CollectionName, data: Data, since: number): Promise<Entry | undefined> => {
  const { changes: newest } = await changes.list({ collection, limit: 50 })
  const made = newest.find(({ action, after, at }) => {
    const { draft } = (after ?? {}) as { draft?: Data }
    return action === 'create' && Date.parse(at) >= since && draft !== undefined && equal(data, draft)
  })
  return made?.entry ? entries.get(collection, made.entry) : undefined
}

/** Creates an entry once, however often it has to be tried. */
export const createEntryOnce = () => {
  let uncertainSince: number | undefined
  return async (collection: CollectionName, values: Data, publish: boolean): Promise<Entry> => {
    const definition = findCollection(collection)
    if (!definition) throw new Error(`There is no collection ${collection}.`)
    const data = parse(publish ? definition.schema : definition.draft, values) as Data
    const found = uncertainSince === undefined ? undefined : await findCreated(collection, data, uncertainSince)
    // The clocks of this device and the server need not agree to the second.
    const started = Date.now() - 60_000
    try {
      const entry = found ?? (await entries.create(collection, data, publish))
      void forgetEntries(collection)
      return entry
    } catch (error) {
      if (asApiError(error).code === 'offline') uncertainSince ??= started
      throw error
    }
  }
}
