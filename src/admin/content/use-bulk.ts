import { useState } from 'react'
import { type BulkChange, mostInBulk } from '../../model/content/bulk-change.ts'
import { type CollectionName, collections } from '../../model/content/collections/index.ts'
import { toastChange } from '../history/toast-change.ts'
import { toast, toastError } from '../ui/toast/toast.ts'
import { entries, forgetEntries } from './entries-api.ts'

const changes = {
  publish: [{ published: true }, 'published'],
  unpublish: [{ published: false }, 'unpublished'],
  remove: [{ deleted: true }, 'deleted'],
  restore: [{ deleted: false }, 'restored'],
} as const satisfies Record<string, readonly [Omit<BulkChange, 'entries'>, string]>

type Action = keyof typeof changes

export const bulkActions = [
  ['publish', 'Publish'],
  ['unpublish', 'Unpublish'],
  ['edit', 'Edit a field'],
  ['remove', 'Delete'],
] as const

const counted = (collection: CollectionName, count: number) => {
  const { one, many } = collections[collection].label
  return `${count} ${(count === 1 ? one : many).toLowerCase()}`
}

/** Changes the selected entries in one call, which is one change in History and one undo. */
export const useBulk = (
  collection: CollectionName,
  versionOf: (id: string) => number | undefined = () => undefined,
) => {
  const [busy, setBusy] = useState<Action | 'edit' | 'erase'>()

  const call = async (name: typeof busy, ids: ReadonlySet<string>, act: (ids: string[]) => Promise<unknown>) => {
    if (ids.size > mostInBulk) {
      toast(`Choose at most ${mostInBulk.toLocaleString('en')} at once; ${ids.size.toLocaleString('en')} are selected.`)
      return false
    }
    setBusy(name)
    try {
      await act([...ids])
      return true
    } catch (error) {
      toastError(error, 'Nothing was changed')
      return false
    } finally {
      await forgetEntries(collection)
      setBusy(undefined)
    }
  }

  const change = async (ids: string[], of: Omit<BulkChange, 'entries'>, done: string) => {
    // What was shown: a draft that another window changed since is not published unseen.
    const chosen = ids.map((id) => {
      const version = of.published ? versionOf(id) : undefined
      return version === undefined ? { id } : { id, version }
    })
    const { changed, refused } = await entries.changeAll(collection, { entries: chosen, ...of })
    if (changed > 0 || refused.length === 0) toastChange(`${counted(collection, changed)} ${done}`)
    const [first] = refused
    if (first) toast(`${refused.length} could not be ${done}: ${first.message}`, { id: 'bulk-failure' })
  }

  return {
    busy,
    /** Resolves to false when the call failed; the selection is kept then. */
    run: (action: Action, ids: ReadonlySet<string>) =>
      call(action, ids, (list) => change(list, changes[action][0], changes[action][1])),
    edit: (data: Record<string, unknown>, ids: ReadonlySet<string>) =>
      call('edit', ids, (list) => change(list, { data }, 'changed, as drafts')),
    erase: (ids: ReadonlySet<string>) =>
      call('erase', ids, async (list) => {
        const { erased } = await entries.erase(collection, list)
        toast(`${counted(collection, erased)} deleted for good`)
      }),
  }
}
