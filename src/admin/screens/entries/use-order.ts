import { useState } from 'react'
import { type CollectionName, collections } from '../../../model/collections/index.ts'
import type { Entry } from '../../../model/entry.ts'
import { entries, forgetEntries } from '../../api/entries.ts'
import { moved } from '../../ui/moved.ts'
import { toastError } from '../../ui/toast.ts'
import { toastChange } from '../../ui/toast-change.ts'

/** The ids that come after those that are loaded: the server wants all of them in one call. */
const idsAfter = async (collection: CollectionName, cursor: string | null): Promise<string[]> => {
  const ids: string[] = []
  for (let next = cursor; next !== null; ) {
    const page = await entries.list(collection, { limit: 200, cursor: next })
    ids.push(...page.entries.map(({ id }) => id))
    next = page.next
  }
  return ids
}

/** The entries in the order that was just given to them, and the giving. */
export const useOrder = (collection: CollectionName, stored: readonly Entry[], cursor: string | null) => {
  const [wanted, setWanted] = useState<readonly string[]>()
  const place = new Map(wanted?.map((id, at) => [id, at]))
  const ordered = wanted ? stored.toSorted((a, b) => (place.get(a.id) ?? 1e9) - (place.get(b.id) ?? 1e9)) : stored

  const move = async (from: number, to: number): Promise<void> => {
    if (from === to) return
    const ids = moved(
      ordered.map(({ id }) => id),
      from,
      to,
    )
    setWanted(ids)
    try {
      await entries.reorder(collection, [...ids, ...(await idsAfter(collection, cursor))])
      void toastChange(`${collections[collection].label.many} reordered`, { collection })
    } catch (error) {
      toastError(error, 'The order stays as it was')
    }
    await forgetEntries(collection)
    setWanted(undefined)
  }
  return { ordered, move }
}
