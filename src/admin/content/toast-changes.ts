import type { CollectionName } from '../../model/content/collections/index.ts'
import type { Change } from '../../model/journal/change.ts'
import { request } from '../api/client.ts'
import { changes } from '../history/changes-api.ts'
import { toast, toastError } from '../ui/toast/toast.ts'
import { forgetEntries } from './entries-api.ts'

/** Newest change of each entry. Call it right after the writes. */
const newestOf = async (collection: CollectionName, ids: ReadonlySet<string>, action: string): Promise<Change[]> => {
  const found = new Map<string, Change>()
  let cursor: string | undefined
  do {
    const page = await changes.list({ collection, limit: 200, cursor })
    for (const change of page.changes) {
      const { entry } = change
      if (entry && change.action === action && ids.has(entry) && !found.has(entry)) found.set(entry, change)
    }
    cursor = page.next ?? undefined
  } while (found.size < ids.size && cursor)
  return [...found.values()].sort((a, b) => b.id - a.id)
}

/** Shows a toast for changes of several entries, with one Undo for all, newest first. */
export const toastChanges = async (
  message: string,
  collection: CollectionName,
  ids: ReadonlySet<string>,
  action: string,
): Promise<void> => {
  const found = await newestOf(collection, ids, action).catch(() => [])
  const undo = async () => {
    try {
      for (const { id } of found) await request('POST', `/api/changes/${id}/undo`)
      toast('Undone', { id: 'undo' })
    } catch (error) {
      toastError(error, 'Some changes were not undone')
    }
    await forgetEntries(collection)
  }
  toast(message, { undo: found.length > 0 ? undo : undefined, id: 'change' })
}
