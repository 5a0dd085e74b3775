import { type CollectionName, collections, findCollection } from '../../model/content/collections/index.ts'
import type { Entry } from '../../model/content/entry.ts'
import { periodProblem } from '../../model/content/period.ts'
import { entries, entriesKey } from '../api/entries.ts'
import { queryClient } from '../api/query-client.ts'
import type { FormSource } from '../form/open-form.ts'

/** Form of an entry. One without an id is not created yet and sends nothing. */
export const entrySource = (collection: CollectionName, id = 'new'): FormSource => ({
  key: `${collection}/${id}`,
  fields: collections[collection].fields,
  across: (values) => {
    const { period, fields } = findCollection(collection) ?? {}
    const problem = period && fields && periodProblem(period, fields, values)
    return problem ? { [problem.field]: problem.message } : {}
  },
  send: async ({ fields: data, publish, version, isQuiet }, signal) => {
    const entry = await entries.update(collection, id, { data, publish }, version, { signal, isQuiet })
    queryClient.setQueryData([...entriesKey(collection), 'one', id], entry)
    void queryClient.invalidateQueries({ queryKey: [...entriesKey(collection), 'list'] })
    void queryClient.invalidateQueries({ queryKey: ['changes'] })
    return entry
  },
  stored: (answer) => answer as Entry,
})
