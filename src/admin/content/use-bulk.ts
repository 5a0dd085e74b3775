import { useState } from 'react'
import { type CollectionName, collections } from '../../model/content/collections.ts'
import { type BulkChange, mostInBulk } from '../../model/content/entry.ts'
import { call } from '../api/client.ts'
import { forgetEntries } from '../api/entries.ts'
import { formPath } from '../ui/screens.ts'
import { toast, toastError, toastRefused } from '../ui/toast.tsx'
import { toastChange } from '../ui/undo.ts'
import { useFollowLink } from '../ui/use-follow-link.ts'

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

interface Listed {
  versionOf(id: string): number | undefined
  nameOf(id: string): string
}

/**
 * Changes the selected entries in one call, which is one change in History and one undo. Each act resolves to the ids that it
 * changed, as soon as that is answered: those that it left as they were stay selected.
 */
export const useBulk = (collection: CollectionName, { versionOf, nameOf }: Listed) => {
  const [busy, setBusy] = useState<Action | 'edit' | 'erase'>()
  const follow = useFollowLink()

  const during = async (
    name: typeof busy,
    ids: ReadonlySet<string>,
    act: (ids: string[]) => Promise<string[]>,
  ): Promise<ReadonlySet<string>> => {
    const all = [...ids]
    // A second click on the same button.
    if (busy) return new Set()
    setBusy(name)
    try {
      if (all.length > mostInBulk)
        throw new Error(
          `Choose at most ${mostInBulk.toLocaleString('en')} at once; ${all.length.toLocaleString('en')} are selected.`,
        )
      const left = await act(all)
      return new Set(all.filter((id) => !left.includes(id)))
    } catch (error) {
      toastError(error, 'Nothing was changed')
      return new Set()
    } finally {
      // Not awaited: whoever reads that it is done may choose others before the list is read again.
      const read = forgetEntries(collection)
      // After a publish the list has the old versions until then, which a second one would be refused for.
      if (name === 'publish') void read.then(() => setBusy(undefined))
      else setBusy(undefined)
    }
  }

  const change = async (ids: string[], of: Omit<BulkChange, 'entries'>, done: string) => {
    // What was shown: a draft that another window changed since is not published unseen.
    const chosen = ids.map((id) => {
      const version = of.published ? versionOf(id) : undefined
      return version === undefined ? { id } : { id, version }
    })
    const { changed, refused } = await call('PATCH /api/entries/:collection', {
      collection,
      body: { entries: chosen, ...of },
    })
    if (changed > 0 || refused.length === 0)
      toastChange((count) => `${counted(collection, count)} ${done}`, undefined, changed)
    const left = refused.map(({ id, message }) => ({
      name: nameOf(id),
      path: formPath(collection, id),
      reason: message,
    }))
    if (left.length > 0)
      toastRefused({ title: `${counted(collection, left.length)} could not be ${done}`, entries: left, follow })
    return refused.map(({ id }) => id)
  }

  return {
    busy,
    run: (action: Action, ids: ReadonlySet<string>) =>
      during(action, ids, (list) => change(list, changes[action][0], changes[action][1])),
    edit: (data: Record<string, unknown>, ids: ReadonlySet<string>) =>
      during('edit', ids, (list) => change(list, { data }, 'changed, as drafts')),
    erase: (ids: ReadonlySet<string>) =>
      during('erase', ids, async (list) => {
        const { erased } = await call('POST /api/entries/:collection/erasures', { collection, body: { ids: list } })
        toast(`${counted(collection, erased)} deleted for good`)
        return []
      }),
  }
}
