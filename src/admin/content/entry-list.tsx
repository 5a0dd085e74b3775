import { Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type CollectionName, findCollection } from '../../model/content/collections/index.ts'
import type { Entry } from '../../model/content/entry.ts'
import { useThumbs } from '../media/thumb.tsx'
import { orderAnnouncements } from '../ui/sorting/order-announcements.ts'
import { useSorting } from '../ui/sorting/use-sorting.tsx'
import { useFollowLink } from '../ui/use-follow-link.ts'
import type { Selection } from '../ui/use-selection.ts'
import { useStableCallback } from '../ui/use-stable-callback.ts'
import { EntryRow, entryTitle } from './entry-row.tsx'
import type { Rows } from './use-rows.ts'

interface Props {
  collection: CollectionName
  ids: readonly string[]
  /** Those of them that were deleted and keep their place for a moment. */
  gone: ReadonlySet<string>
  rows: Pick<Rows, 'entryOf' | 'loadRange' | 'all'>
  selection: Selection
  remove(entry: Entry): void
  /** Undefined while the list is searched. */
  move?: ((from: number, to: number) => void) | undefined
}

/** Fixed row heights in px, so that no row is measured. Also in styles/entries.css. */
const heights = { row: 53, item: 92 }
/** Up to this number all rows are drawn, so that the browser's search finds them. */
const drawAllUpTo = 150

interface FillerProps {
  as: 'row' | 'item'
  columns: number
  height?: number
  className?: string
  children?: string
}

/** Stands for one row that is still loading or was deleted, or for all rows above or below the window. */
const Filler = ({ as, columns, height, className = `entry-${as} row-placeholder`, children }: FillerProps) => {
  if (height !== undefined && height <= 0) return null
  const props = { 'aria-hidden': true, ...(height === undefined ? { className } : { style: { height } }) }
  if (as === 'item') return <li {...props}>{children}</li>
  return (
    <tr {...props}>
      <td colSpan={columns}>{children}</td>
    </tr>
  )
}

/** Entries as a table, on a phone as a list. Only the visible rows of a long one are drawn. */
export const EntryList = ({
  collection,
  ids,
  gone,
  rows: { entryOf, loadRange, all: allIds },
  selection,
  remove,
  move,
}: Props) => {
  const as = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ? 'item' : 'row'
  const container = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const hasMoved = useRef(false)
  // Content above may grow. Measuring on each render would force a layout on each step of scrolling.
  useEffect(() => {
    const measure = () => setTop(container.current ? container.current.getBoundingClientRect().top + window.scrollY : 0)
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    measure()
    return () => observer.disconnect()
  }, [])
  const virtual = useWindowVirtualizer({
    count: ids.length,
    estimateSize: () => heights[as],
    overscan: ids.length <= drawAllUpTo ? drawAllUpTo : 10,
    scrollMargin: top,
    getItemKey: (at) => ids[at] ?? at,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows and items have different heights.
  useEffect(() => virtual.measure(), [as])
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => loadRange(first, last), [loadRange, first, last])

  const live = useMemo(() => (gone.size === 0 ? ids : ids.filter((id) => !gone.has(id))), [ids, gone])
  const nameOf = (id: string) => {
    const entry = entryOf(id)
    return entry ? entryTitle(collection, entry) : ''
  }
  const { sorting, layerElement } = useSorting({
    ids: live,
    drawn: items.flatMap(({ index }) => ids[index] ?? []).filter((id) => !gone.has(id)),
    announcements: orderAnnouncements(live, nameOf, hasMoved),
    drop: (from, to) => move?.(live.indexOf(String(from)), live.indexOf(String(to))),
  })
  const choose = useStableCallback(selection.toggle)
  const follow = useFollowLink()
  const drop = useStableCallback(remove)
  const moveTo = useStableCallback((id: string, position: number) => move?.(live.indexOf(id), position - 1))
  const toTop = useStableCallback((id: string) => move?.(live.indexOf(id), 0))
  const definition = findCollection(collection)
  const thumbs = useThumbs(Object.values(definition?.fields ?? {}).some(({ kind }) => kind === 'image'))
  if (!definition) return null
  const columns = definition.table.length + 5
  const before = (items[0]?.start ?? top) - top
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top)
  const rows = items.map(({ index }) => {
    const id = ids[index] ?? ''
    const entry = entryOf(id)
    if (gone.has(id))
      return (
        <Filler key={id} as={as} columns={columns} className="row-gone">
          Deleted
        </Filler>
      )
    if (!entry) return <Filler key={id} as={as} columns={columns} />
    return (
      <EntryRow
        key={id}
        collection={collection}
        entry={entry}
        chosen={selection.ids.has(id)}
        choose={choose}
        follow={follow}
        remove={drop}
        moveToTop={move && index > 0 ? toTop : undefined}
        moveTo={move && moveTo}
        count={live.length}
        sorting={move && sorting}
        thumbs={thumbs}
        as={as}
      />
    )
  })
  const all = (
    <>
      <Filler as={as} columns={columns} height={before} />
      {rows}
      <Filler as={as} columns={columns} height={after} />
    </>
  )
  const label = definition.label.many

  return (
    <>
      <div ref={container}>
        {as === 'item' ? (
          <ul className="entry-items" aria-label={label}>
            {all}
          </ul>
        ) : (
          <table className="entry-table" aria-label={label}>
            <thead>
              <tr>
                <td className="cell-handle" />
                <td className="cell-box">
                  <Checkbox
                    size="xs"
                    aria-label={`Select all ${label.toLowerCase()}`}
                    checked={selection.ids.size > 0 && selection.ids.size === live.length}
                    indeterminate={selection.ids.size > 0 && selection.ids.size < live.length}
                    onChange={() =>
                      selection.ids.size === live.length ? selection.none() : void allIds().then(selection.choose)
                    }
                  />
                </td>
                <th className="cell-order" scope="col">
                  Order
                </th>
                {definition.table.map((name) => (
                  <th key={name} scope="col" data-kind={definition.fields[name]?.kind}>
                    {definition.fields[name]?.label}
                  </th>
                ))}
                <th className="cell-status" scope="col">
                  Status
                </th>
                <th className="cell-actions" scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>{all}</tbody>
          </table>
        )}
      </div>
      {move && layerElement}
    </>
  )
}
