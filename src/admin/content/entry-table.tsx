import { Checkbox } from '@mantine/core'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type CollectionName, collections, findCollection } from '../../model/content/collections.ts'
import type { Entry } from '../../model/content/entry.ts'
import type { MediaItem } from '../../model/media/media-item.ts'
import { call } from '../api/client.ts'
import { forgetEntries } from '../api/entries.ts'
import { asText } from '../form/names.ts'
import { Thumb, ThumbImage, useThumbs } from '../media/thumb.tsx'
import { Dots } from '../ui/dots.tsx'
import { formPath } from '../ui/screens.ts'
import type { Selection } from '../ui/selection.tsx'
import { orderAnnouncements, type Sorting, SortingHandle, useSorting } from '../ui/sorting.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { changeWithToast } from '../ui/undo.ts'
import { type FollowLink, useFollowLink } from '../ui/use-follow-link.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { useStableCallback } from '../ui/use-stable-callback.ts'
import { CategoriesCell, EntryCell, isEditableCell, OrderCell } from './cells.tsx'
import type { Rows } from './entry-rows.ts'
import { type Drawing, useListLayout } from './list-layout.ts'

interface RowBoxProps {
  title: string
  chosen: boolean
  /** `range` is true when all rows since the last chosen one are meant. */
  choose(range: boolean): void
}

/** Selects a row of a list. */
export const RowBox = ({ title, chosen, choose }: RowBoxProps) => (
  <label className="row-target">
    <input
      type="checkbox"
      className="row-box"
      data-list-select
      aria-label={`Select ${title}`}
      checked={chosen}
      onChange={(event) => choose((event.nativeEvent as MouseEvent).shiftKey === true)}
    />
  </label>
)

// With the library's menu it is large, so it comes when a row's button is first touched.
const loadMenu = () => import('./row-menu.tsx')

interface RowActionsProps {
  collection: CollectionName
  entry: Entry
  titleId: string
  follow: FollowLink
  remove(entry: Entry): void
  /** Undefined for the first row and where the order cannot change. */
  moveToTop?: ((id: string) => void) | undefined
}

/**
 * Edit and Delete in each row (specification, section 2), and a menu for the rest. Plain elements, since a table mounts
 * and unmounts dozens of rows while it scrolls.
 */
const RowActions = ({ collection, entry, titleId, follow, remove, moveToTop }: RowActionsProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [touched, setTouched] = useState(false)
  const touch = () => setTouched(true)
  const menu = useLoaded(loadMenu, touched, () => {
    setTouched(false)
    setOpen(false)
  })
  return (
    <div className="row-actions">
      <a className="row-button" href={formPath(collection, entry.id)} onClick={follow} aria-describedby={titleId}>
        Edit
      </a>
      <button type="button" className="row-button" data-grave aria-describedby={titleId} onClick={() => remove(entry)}>
        Delete
      </button>
      <button
        type="button"
        ref={button}
        className="row-more icon-press"
        aria-label="More"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-describedby={titleId}
        onPointerEnter={touch}
        onFocus={touch}
        onClick={() => {
          touch()
          setOpen(true)
        }}
      >
        <Dots of="more" />
      </button>
      {open && menu && button.current && (
        <menu.RowMenu
          collection={collection}
          entry={entry}
          button={button.current}
          moveToTop={moveToTop && (() => moveToTop(entry.id))}
          onClosed={() => setOpen(false)}
        />
      )}
    </div>
  )
}

interface EntryRowProps {
  collection: CollectionName
  entry: Entry
  chosen: boolean
  choose(id: string, range: boolean): void
  follow: FollowLink
  remove(entry: Entry): void
  moveToTop: ((id: string) => void) | undefined
  /** Undefined while the list is searched. */
  moveTo: ((id: string, position: number) => void) | undefined
  count: number
  /** Undefined while the list is searched: hidden entries have a position, too. */
  sorting: Sorting | undefined
  /** The newest images; undefined while they load. */
  thumbs: ReadonlyMap<string, MediaItem> | undefined
  as: Drawing
  narrow: boolean
}

/** Title of an entry. Without one: its collection and position. */
export const entryTitle = (collection: CollectionName, { data, order }: Pick<Entry, 'data' | 'order'>): string => {
  const definition = findCollection(collection)
  const title = definition && asText({ kind: 'text' }, data[definition.preview.title])
  return title || `${collections[collection].label.one} ${order}, without a ${definition?.preview.title ?? 'title'}`
}

const unpublish = (collection: CollectionName, { id, version }: Entry) =>
  void changeWithToast(() => call('DELETE /api/entries/:collection/:id/publication', { collection, id, version }), {
    done: 'Unpublished',
    forget: () => forgetEntries(collection),
  })

/** Row of an entry. Memoized, so that it renders only when its own data changes. */
const EntryRow = memo((props: EntryRowProps) => {
  const { collection, entry, chosen, choose, follow, remove, moveToTop, moveTo, count, sorting, thumbs } = props
  const definition = findCollection(collection)
  if (!definition) return null
  const { fields, table, preview } = definition
  const title = entryTitle(collection, entry)
  const titleId = `title-${entry.id}`
  const frame = { 'data-chosen': chosen || undefined, 'data-list-item': true }
  const handle = sorting && <SortingHandle sorting={sorting} id={entry.id} name={title} />
  const box = <RowBox title={title} chosen={chosen} choose={(range) => choose(entry.id, range)} />
  const link = (
    <a
      id={titleId}
      className="row-title"
      href={formPath(collection, entry.id)}
      onClick={follow}
      data-list-focus
      data-list-open
    >
      {title}
    </a>
  )
  const image = (id: unknown) => {
    const older = typeof id === 'string' && id !== '' && thumbs && !thumbs.has(id)
    const sizes = props.as === 'tile' ? '300px' : undefined
    return older ? <Thumb id={id} sizes={sizes} /> : <ThumbImage of={thumbs?.get(String(id))} sizes={sizes} />
  }
  const status = <StatusMark entry={entry} />
  const actions = <RowActions {...{ collection, entry, titleId, follow, remove, moveToTop }} />

  if (props.as !== 'row') {
    return (
      <li className={`entry-${props.as}`} {...frame}>
        {handle}
        {box}
        {preview.image && image(entry.data[preview.image])}
        <div className="entry-item-text">
          {link}
          {status}
        </div>
        {actions}
      </li>
    )
  }
  return (
    <tr className="entry-row" {...frame}>
      <td className="cell-handle">{handle}</td>
      <td className="cell-box">{box}</td>
      <td className="cell-order">
        {moveTo ? (
          <OrderCell order={entry.order} count={count} title={title} move={(position) => moveTo(entry.id, position)} />
        ) : (
          entry.order
        )}
      </td>
      {table.map((name) => {
        const field = fields[name]
        if (!field) return null
        if (field.kind === 'image')
          return (
            <td key={name} className="cell-image">
              {image(entry.data[name])}
            </td>
          )
        const text = field.kind === 'categories' ? undefined : asText(field, entry.data[name])
        const Cell = field.kind === 'categories' ? CategoriesCell : EntryCell
        return (
          <td key={name} data-kind={field.kind} title={text}>
            {isEditableCell(field) ? (
              <Cell
                collection={collection}
                entry={entry}
                name={name}
                field={field}
                title={title}
                {...(name === preview.title ? { link } : {})}
              />
            ) : name === preview.title ? (
              link
            ) : (
              text
            )}
            {props.narrow && name === preview.title && status}
          </td>
        )
      })}
      {!props.narrow && (
        <td className="cell-status">
          {status}
          {entry.status === 'published' && (
            <button
              type="button"
              className="row-more icon-press"
              aria-label="Unpublish"
              title="Unpublish"
              aria-describedby={titleId}
              onClick={() => unpublish(collection, entry)}
            >
              <Dots of="hide" />
            </button>
          )}
        </td>
      )}
      <td className="cell-actions">{actions}</td>
    </tr>
  )
})

interface Props {
  collection: CollectionName
  ids: readonly string[]
  /** Those of them that were deleted and keep their place for a moment. */
  gone: ReadonlySet<string>
  rows: Pick<Rows, 'entryOf' | 'loadRange' | 'all'>
  selection: Selection
  /** Each entry as a tile with its image, in place of a row. */
  tiles: boolean
  remove(entry: Entry): void
  /** Undefined while the list is searched. */
  move?: ((from: number, to: number) => void) | undefined
}

/** Up to this number all rows are drawn, so that the browser's search finds them. */
const drawAllUpTo = 150

interface FillerProps {
  as: Drawing
  columns: number
  height?: number
  className?: string
  children?: string
}

/** Stands for one row that is still loading or was deleted, or for all rows above or below the window. */
const Filler = ({ as, columns, height, className = `entry-${as} row-placeholder`, children }: FillerProps) => {
  if (height !== undefined && height <= 0) return null
  const props = {
    'aria-hidden': true,
    ...(height === undefined ? { className } : { style: { height, gridColumn: '1 / -1' } }),
  }
  if (as !== 'row') return <li {...props}>{children}</li>
  return (
    <tr {...props}>
      <td colSpan={columns}>{children}</td>
    </tr>
  )
}

/** Entries as a table, on a phone as a list, or as tiles. Only the visible rows of a long one are drawn. */
export const EntryList = ({
  collection,
  ids,
  gone,
  rows: { entryOf, loadRange, all: allIds },
  selection,
  tiles,
  remove,
  move,
}: Props) => {
  const definition = findCollection(collection)
  const container = useRef<HTMLDivElement>(null)
  const [{ top, width }, setPlace] = useState({ top: 0, width: 0 })
  const { drawing: as, narrow, height, lanes, columnSize } = useListLayout(collection, tiles, width)
  const hasMoved = useRef(false)
  // Content above may grow. Measuring on each render would force a layout on each step of scrolling.
  useLayoutEffect(() => {
    const measure = () => {
      const { top = 0, width = 0 } = container.current?.getBoundingClientRect() ?? {}
      const place = { top: top + window.scrollY, width }
      setPlace((before) => (before.top === place.top && before.width === place.width ? before : place))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    measure()
    return () => observer.disconnect()
  }, [])
  const virtual = useWindowVirtualizer({
    count: ids.length,
    lanes,
    estimateSize: () => height,
    overscan: ids.length <= drawAllUpTo ? drawAllUpTo : 10,
    scrollMargin: top,
    getItemKey: (at) => ids[at] ?? at,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows and items have different heights.
  useEffect(() => virtual.measure(), [height, lanes])
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
    isGrid: as === 'tile',
    drop: (from, to) => move?.(live.indexOf(String(from)), live.indexOf(String(to))),
  })
  const choose = useStableCallback(selection.toggle)
  const follow = useFollowLink()
  const drop = useStableCallback(remove)
  const moveTo = useStableCallback((id: string, position: number) => move?.(live.indexOf(id), position - 1))
  const toTop = useStableCallback((id: string) => move?.(live.indexOf(id), 0))
  const thumbs = useThumbs(Object.values(definition?.fields ?? {}).some(({ kind }) => kind === 'image'))
  if (!definition) return null
  const columns = definition.table.length + (narrow ? 4 : 5)
  const before = (items[0]?.start ?? top) - top
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top)
  const rows = items.map(({ index }) => {
    const id = ids[index] ?? ''
    const entry = entryOf(id)
    if (gone.has(id))
      return (
        <Filler key={id} as={as} columns={columns} className={as === 'row' ? 'row-gone' : `entry-${as} row-gone`}>
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
        narrow={narrow}
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
      <div ref={container} className="entry-list">
        {as !== 'row' ? (
          <ul
            className={`entry-${as}s`}
            aria-label={label}
            {...(as === 'tile' && { style: { gridTemplateColumns: `repeat(${lanes}, minmax(0, 1fr))` } })}
          >
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
                  <th key={name} scope="col" style={{ inlineSize: columnSize(name) }}>
                    {definition.fields[name]?.label}
                  </th>
                ))}
                {!narrow && (
                  <th className="cell-status" scope="col">
                    Status
                  </th>
                )}
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
