import { Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type CollectionName, collections, findCollection } from '../../model/content/collections.ts'
import type { Entry } from '../../model/content/entry.ts'
import { entries as api, type EntryPage, entriesKey, useEntries } from '../api/entries.ts'
import { asText } from '../form/names.ts'
import { Thumb, ThumbImage, useThumbs } from '../media/thumb.tsx'
import { Dots } from '../ui/dots.tsx'
import type { Selection } from '../ui/selection.tsx'
import { orderAnnouncements, type Sorting, SortingHandle, useSorting } from '../ui/sorting.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { type FollowLink, useFollowLink } from '../ui/use-follow-link.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { useStableCallback } from '../ui/use-stable-callback.ts'
import { CategoriesCell, EntryCell, isEditableCell, OrderCell } from './cells.tsx'

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
  const { admin } = collections[collection]
  return (
    <div className="row-actions">
      <a
        className="row-button"
        href={`/admin/${admin.path}/edit/${entry.id}`}
        onClick={follow}
        aria-describedby={titleId}
      >
        Edit
      </a>
      <button type="button" className="row-button" data-grave aria-describedby={titleId} onClick={() => remove(entry)}>
        Delete
      </button>
      <button
        type="button"
        ref={button}
        className="row-more"
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
  /** URLs of thumbnails; undefined while they load. */
  thumbs: ReadonlyMap<string, string | undefined> | undefined
  as: 'row' | 'item'
}

/** Title of an entry. Without one: its collection and position. */
export const entryTitle = (collection: CollectionName, { data, order }: Pick<Entry, 'data' | 'order'>): string => {
  const definition = findCollection(collection)
  const title = definition && asText({ kind: 'text' }, data[definition.preview.title])
  return title || `${collections[collection].label.one} ${order}, without a ${definition?.preview.title ?? 'title'}`
}

/** Row of an entry. Memoized, so that it renders only when its own data changes. */
const EntryRow = memo((props: EntryRowProps) => {
  const { collection, entry, chosen, choose, follow, remove, moveToTop, moveTo, count, sorting, thumbs } = props
  const definition = findCollection(collection)
  if (!definition) return null
  const { fields, table, preview, admin } = definition
  const title = entryTitle(collection, entry)
  const titleId = `title-${entry.id}`
  const frame = { 'data-chosen': chosen || undefined, 'data-list-item': true }
  const handle = sorting && <SortingHandle sorting={sorting} id={entry.id} name={title} />
  const box = <RowBox title={title} chosen={chosen} choose={(range) => choose(entry.id, range)} />
  const link = (
    <a
      id={titleId}
      className="row-title"
      href={`/admin/${admin.path}/edit/${entry.id}`}
      onClick={follow}
      data-list-focus
      data-list-open
    >
      {title}
    </a>
  )
  const image = (id: unknown) => {
    const older = typeof id === 'string' && id !== '' && thumbs && !thumbs.has(id)
    return older ? <Thumb id={id} /> : <ThumbImage src={thumbs?.get(String(id))} />
  }
  const status = <StatusMark entry={entry} />
  const actions = <RowActions {...{ collection, entry, titleId, follow, remove, moveToTop }} />

  if (props.as === 'item') {
    return (
      <li className="entry-item" {...frame}>
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
          </td>
        )
      })}
      <td className="cell-status">{status}</td>
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

interface Rows {
  ids: readonly string[]
  entryOf(id: string): Entry | undefined
  /** Version of the entry that this window shows, or has in its list. */
  versionOf(id: string): number | undefined
  /** Loads the missing entries of the visible range. */
  loadRange(from: number, to: number): void
  /** All ids, including entries that are not loaded. */
  all(): Promise<readonly string[]>
  ready: boolean
  /** True when `ids` has every entry of the collection. */
  whole: boolean
  error: Error | null
  retry(): void
}

const pageSize = 200
const pageAt = (index: number) => Math.max(0, Math.floor(index / pageSize))

/** Pages of a collection in the visible range. Positions are 1…n, so any page can be loaded directly. */
const usePages = (collection: CollectionName) => {
  const [span, setSpan] = useState({ from: 0, to: 0 })
  const pages = useQueries({
    // Always includes the first page, which tells whether there are more.
    queries: [...new Set([0, ...Array.from({ length: span.to - span.from + 1 }, (_, at) => span.from + at)])].map(
      (page) => ({
        queryKey: [...entriesKey(collection), 'list', 'page', page],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          api.list(collection, { limit: pageSize, cursor: page === 0 ? undefined : String(page * pageSize) }, signal),
      }),
    ),
  })
  const loadRange = useCallback((from: number, to: number) => {
    const next = { from: pageAt(from), to: pageAt(to) }
    setSpan((before) => (before.from === next.from && before.to === next.to ? before : next))
  }, [])
  return { pages, loadRange }
}

const none: readonly string[] = []
const idsIn = (pages: readonly EntryPage[]) => pages.flatMap(({ entries }) => entries.map(({ id }) => id))

/** Rows of a collection's table or of a search in it. Loads only the visible range. */
export const useRows = (collection: CollectionName, q: string): Rows => {
  const { pages, loadRange } = usePages(collection)
  const [first] = pages
  const more = Boolean(first?.data?.next)
  const order = useQuery({
    queryKey: [...entriesKey(collection), 'order'],
    queryFn: ({ signal }) => api.order(collection, signal),
    enabled: more,
    placeholderData: keepPreviousData,
  })
  const found = useEntries(collection, { q, limit: pageSize }, q !== '')
  const searched = q !== '' && found.data !== undefined

  // Keeps loaded entries while pages unmount, so that a row moved far keeps its text.
  const known = useRef(new Map<string, Entry>())
  const loaded: (EntryPage | undefined)[] = [...pages.map(({ data }) => data), ...(searched ? found.data.pages : [])]
  for (const page of loaded) for (const entry of page?.entries ?? []) known.current.set(entry.id, entry)

  const listed = more ? order.data?.ids : undefined
  const ids = useMemo(
    () => (searched ? idsIn(found.data.pages) : (listed ?? first?.data?.entries.map(({ id }) => id) ?? none)),
    [searched, found.data, listed, first?.data],
  )
  const { hasNextPage, isFetching, fetchNextPage } = found
  const loadMore = useCallback(
    (_: number, to: number) => {
      if (to >= ids.length - 40 && hasNextPage && !isFetching) void fetchNextPage()
    },
    [ids.length, hasNextPage, isFetching, fetchNextPage],
  )
  const all = async (): Promise<readonly string[]> => {
    if (!searched) return listed ?? (more ? ((await order.refetch()).data?.ids ?? ids) : ids)
    let result: { data: { pages: EntryPage[] } | undefined; hasNextPage: boolean } = found
    while (result.hasNextPage && result.data) result = await fetchNextPage()
    return result.data ? idsIn(result.data.pages) : ids
  }
  return {
    ids,
    all,
    versionOf: (id) => known.current.get(id)?.version ?? order.data?.versions[order.data.ids.indexOf(id)],
    entryOf: useCallback((id: string) => known.current.get(id), []),
    loadRange: searched ? loadMore : loadRange,
    ready: searched || first?.data !== undefined,
    whole: q === '' && first?.data !== undefined && (!more || listed !== undefined),
    error: (q === '' ? first?.error : found.error) ?? null,
    retry: () => void (q === '' ? first?.refetch() : found.refetch()),
  }
}
