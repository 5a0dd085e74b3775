import { type ReactNode, useMemo, useRef, useState } from 'react'
import { moved } from './moved.ts'
import { orderAnnouncements } from './order-announcements.ts'
import { SortingHandle } from './sorting-handle.tsx'
import { useSorting } from './use-sorting.tsx'

interface Props {
  count: number
  nameOf(at: number): string
  move(from: number, to: number): void
  fixed?(at: number): boolean
  children(at: number): ReactNode
}

/** Ids for items without their own. They move with the items, so that the focus does too. */
const matchingIds = (known: readonly number[], count: number): number[] => {
  if (known.length >= count) return known.slice(0, count)
  const highest = Math.max(0, ...known)
  return [...known, ...Array.from({ length: count - known.length }, (_, at) => highest + at + 1)]
}

export const Sortable = ({ count, nameOf, move, fixed = () => false, children }: Props) => {
  const [known, setKnown] = useState<readonly number[]>([])
  const ids = useMemo(() => matchingIds(known, count), [known, count])
  const indexOf = (id: string | number) => ids.indexOf(Number(id))
  const hasMoved = useRef(false)
  const { sorting, layerElement } = useSorting({
    ids,
    announcements: orderAnnouncements(ids, (id) => nameOf(ids.indexOf(Number(id))), hasMoved),
    fixed: (id) => fixed(indexOf(id)),
    drop: (active, over) => {
      const [from, to] = [indexOf(active), indexOf(over)]
      if (fixed(to)) return
      setKnown(moved(ids, from, to))
      move(from, to)
    },
  })
  return (
    <>
      <ol className="sortable">
        {ids.map((id, at) => (
          <li key={id} className="sortable-row">
            <SortingHandle sorting={sorting} id={id} name={nameOf(at)} fixed={fixed(at)} />
            {children(at)}
          </li>
        ))}
      </ol>
      {layerElement}
    </>
  )
}
