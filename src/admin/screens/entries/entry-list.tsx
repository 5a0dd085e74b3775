import { Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type CollectionName, findCollection } from '../../../model/collections/index.ts'
import type { Entry } from '../../../model/entry.ts'
import { orderAnnouncements } from '../../ui/order-announcements.ts'
import { useSorting } from '../../ui/use-sorting.tsx'
import { EntryRow, entryTitle } from './entry-row.tsx'
import type { Selection } from './use-selection.ts'

interface Props {
  collection: CollectionName
  entries: readonly Entry[]
  selection: Selection
  remove(entry: Entry): void
  /** Undefined while the list is searched. */
  move?: ((from: number, to: number) => void) | undefined
  /** Called when the end comes near. */
  more(): void
}

/** In px; rows keep to them, so that ten thousand need not be measured. Also in styles/entries.css. */
const heights = { row: 53, item: 92 }
/** Up to here all rows are drawn: the browser's own search finds them. */
const fewRows = 150

/** The entries as a table, on a phone as a list. Of a long one only what is in view is drawn. */
export const EntryList = ({ collection, entries, selection, remove, move, more }: Props) => {
  const as = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ? 'item' : 'row'
  const place = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const away = useRef(false)
  // The same list as long as the entries are: scrolling shall not tell every row of a new one.
  const ids = useMemo(() => entries.map(({ id }) => id), [entries])
  // What stands above may grow, so it is asked again with each drawing.
  useEffect(() => setTop(place.current ? place.current.getBoundingClientRect().top + window.scrollY : 0))
  const virtual = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => heights[as],
    overscan: entries.length <= fewRows ? fewRows : 10,
    scrollMargin: top,
    getItemKey: (at) => entries[at]?.id ?? at,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other heights, other places.
  useEffect(() => virtual.measure(), [as])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= entries.length - 40) more()
  }, [last, entries.length, more])

  const nameOf = (id: string) => {
    const entry = entries.find((one) => one.id === id)
    return entry ? entryTitle(collection, entry) : ''
  }
  const { sorting, beside } = useSorting({
    ids,
    drawn: items.flatMap(({ index }) => ids[index] ?? []),
    announcements: orderAnnouncements(ids, nameOf, away),
    drop: (from, to) => move?.(ids.indexOf(String(from)), ids.indexOf(String(to))),
  })
  const definition = findCollection(collection)
  if (!definition) return null
  const before = (items[0]?.start ?? top) - top
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top)
  const rows = items.map(({ index }) => {
    const entry = entries[index]
    return (
      entry && (
        <EntryRow
          key={entry.id}
          collection={collection}
          entry={entry}
          chosen={selection.ids.has(entry.id)}
          choose={(range) => selection.toggle(entry.id, range)}
          remove={() => remove(entry)}
          moveToTop={move && index > 0 ? () => move(index, 0) : undefined}
          sorting={move && sorting}
          as={as}
        />
      )
    )
  })
  const label = definition.label.many
  const columns = definition.table.length + 5

  return (
    <>
      <div ref={place}>
        {as === 'item' ? (
          <ul className="entry-items" aria-label={label}>
            {before > 0 && <li aria-hidden style={{ height: before }} />}
            {rows}
            {after > 0 && <li aria-hidden style={{ height: after }} />}
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
                    checked={selection.ids.size > 0 && selection.ids.size === ids.length}
                    indeterminate={selection.ids.size > 0 && selection.ids.size < ids.length}
                    onChange={() => (selection.ids.size === ids.length ? selection.none() : selection.all())}
                  />
                </td>
                <th className="cell-order" scope="col">
                  Order
                </th>
                {definition.table.map((name) => (
                  <th
                    key={name}
                    scope="col"
                    data-kind={definition.fields[name]?.kind}
                    data-title={name === definition.preview.title || undefined}
                  >
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
            <tbody>
              {before > 0 && (
                <tr aria-hidden style={{ height: before }}>
                  <td colSpan={columns} />
                </tr>
              )}
              {rows}
              {after > 0 && (
                <tr aria-hidden style={{ height: after }}>
                  <td colSpan={columns} />
                </tr>
              )}
            </tbody>
          </table>
        )}
      </div>
      {move && beside}
    </>
  )
}
