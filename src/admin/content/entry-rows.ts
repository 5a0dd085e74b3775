import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { CollectionName } from '../../model/content/collections.ts'
import type { Entry } from '../../model/content/entry.ts'
import { type AnswerTo, call } from '../api/client.ts'
import { entriesKey, useEntries } from '../api/entries.ts'

export interface Rows {
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

type EntryPage = AnswerTo<'GET /api/entries/:collection'>

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
          call('GET /api/entries/:collection', {
            ...{ collection, signal },
            query: { limit: pageSize, cursor: page === 0 ? undefined : String(page * pageSize) },
          }),
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
    queryFn: ({ signal }) => call('GET /api/entries/:collection/order', { collection, signal }),
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
