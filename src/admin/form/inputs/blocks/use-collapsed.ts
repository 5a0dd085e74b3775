import { useState } from 'react'
import type { Block } from '../../../../model/blocks/kinds.ts'
import { useStableCallback } from '../../../ui/use-stable-callback.ts'

/** Number of blocks up to which all are open at first; more are an overview. */
const openAtFirst = 12

/** Which blocks show their heading only, for as long as the form is open. */
export const useCollapsed = (blocks: readonly Block[]) => {
  const [ids, setIds] = useState<ReadonlySet<string>>(
    () => new Set(blocks.length > openAtFirst ? blocks.map(({ id }) => id) : []),
  )
  const toggle = useStableCallback((id: string) => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    setIds(next)
  })
  const all = blocks.every(({ id }) => ids.has(id))
  return {
    has: (id: string): boolean => ids.has(id),
    all,
    toggle,
    toggleAll: () => setIds(new Set(all ? [] : blocks.map(({ id }) => id))),
  }
}
