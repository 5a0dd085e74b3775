import { useState } from 'react'
import { type CollectionName, collections } from '../../model/content/collections/index.ts'
import { asApiError } from '../api/api-error.ts'
import { toast } from '../ui/toast/toast.ts'
import { entries, forgetEntries } from './entries-api.ts'
import { toastChanges } from './toast-changes.ts'

export const bulkActions = [
  ['publish', 'Publish'],
  ['unpublish', 'Unpublish'],
  ['remove', 'Delete'],
] as const

type BulkAction = (typeof bulkActions)[number][0]

const done: Record<BulkAction, string> = { publish: 'published', unpublish: 'unpublished', remove: 'deleted' }

const concurrency = 4

/** Runs one action on many entries. A failure is reported and does not stop the rest. */
export const useBulk = (collection: CollectionName) => {
  const [progress, setProgress] = useState<{ at: number; of: number }>()
  const { one, many } = collections[collection].label

  const run = async (action: BulkAction, ids: ReadonlySet<string>): Promise<void> => {
    const queue = [...ids]
    const succeeded = new Set<string>()
    const failures: string[] = []
    setProgress({ at: 0, of: ids.size })
    const worker = async () => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        try {
          await entries[action](collection, id)
          succeeded.add(id)
        } catch (error) {
          const { message, fields } = asApiError(error)
          failures.push(Object.values(fields)[0] ?? message)
        }
        setProgress({ at: succeeded.size + failures.length, of: ids.size })
      }
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
    setProgress(undefined)
    await forgetEntries(collection)
    const called = (succeeded.size === 1 ? one : many).toLowerCase()
    if (succeeded.size > 0)
      await toastChanges(`${succeeded.size} ${called} ${done[action]}`, collection, succeeded, action)
    if (failures.length > 0)
      toast(`${failures.length} could not be ${done[action]}: ${failures[0]}`, { id: 'bulk-failure' })
  }

  return { run, progress }
}
