import { useState } from 'react'
import { type CollectionName, collections } from '../../model/content/collections/index.ts'
import { entries, forgetEntries } from '../api/entries.ts'
import { moved } from '../ui/sorting/moved.ts'
import { changeWithToast } from '../ui/undo.ts'

/** Order of the entries, including one that is still being saved, and a function to change it. */
export const useOrder = (collection: CollectionName, stored: readonly string[]) => {
  const [pendingOrder, setPendingOrder] = useState<readonly string[]>()
  const ids = pendingOrder ?? stored

  const move = async (from: number, to: number): Promise<void> => {
    if (from === to) return
    const order = moved(ids, from, to)
    setPendingOrder(order)
    await changeWithToast(() => entries.reorder(collection, order), {
      done: `${collections[collection].label.many} reordered`,
      failed: 'Order not changed',
      forget: () => forgetEntries(collection),
    })
    setPendingOrder(undefined)
  }
  return { ids, move }
}
