import { useState } from 'react'
import { type CollectionName, collections } from '../../model/content/collections/index.ts'
import { toastChange } from '../history/toast-change.ts'
import { moved } from '../ui/sorting/moved.ts'
import { toastError } from '../ui/toast/toast.ts'
import { entries, forgetEntries } from './entries-api.ts'

/** All ids in the order that was just given to them, and the giving. */
export const useOrder = (collection: CollectionName, stored: readonly string[]) => {
  const [wanted, setWanted] = useState<readonly string[]>()
  const ids = wanted ?? stored

  const move = async (from: number, to: number): Promise<void> => {
    if (from === to) return
    const order = moved(ids, from, to)
    setWanted(order)
    try {
      await entries.reorder(collection, order)
      void toastChange(`${collections[collection].label.many} reordered`, { collection })
    } catch (error) {
      toastError(error, 'The order stays as it was')
    }
    await forgetEntries(collection)
    setWanted(undefined)
  }
  return { ids, move }
}
