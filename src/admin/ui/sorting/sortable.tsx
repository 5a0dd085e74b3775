import { type ReactNode, useMemo, useRef } from 'react'
import { moved } from './moved.ts'
import { orderAnnouncements } from './order-announcements.ts'
import { SortingHandle } from './sorting-handle.tsx'
import { useSorting } from './use-sorting.tsx'

interface Props {
  items: readonly unknown[]
  nameOf(at: number): string
  move(from: number, to: number): void
  fixed?(at: number): boolean
  children(at: number): ReactNode
}

interface Known {
  ids: readonly number[]
  items: readonly unknown[]
}

/** Ids for items without their own. They move and go with the items, so that the focus and what is pressed do too. */
export const matchingIds = ({ ids, items }: Known, next: readonly unknown[]): readonly number[] => {
  const more = next.length - ids.length
  const changed = next.findIndex((item, index) => item !== items[index])
  const highest = Math.max(0, ...ids)
  const added = Array.from({ length: Math.max(0, more) }, (_, index) => highest + index + 1)
  return ids.toSpliced(changed < 0 ? next.length : changed, Math.max(0, -more), ...added)
}

export const Sortable = ({ items, nameOf, move, fixed = () => false, children }: Props) => {
  const known = useRef<Known>({ ids: [], items: [] })
  const ids = useMemo(() => {
    known.current = { ids: matchingIds(known.current, items), items }
    return known.current.ids
  }, [items])
  const indexOf = (id: string | number) => ids.indexOf(Number(id))
  const hasMoved = useRef(false)
  const { sorting, layerElement } = useSorting({
    ids,
    announcements: orderAnnouncements(ids, (id) => nameOf(ids.indexOf(Number(id))), hasMoved),
    fixed: (id) => fixed(indexOf(id)),
    drop: (active, over) => {
      const [from, to] = [indexOf(active), indexOf(over)]
      if (fixed(to)) return
      known.current = { ids: moved(ids, from, to), items: moved(items, from, to) }
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
