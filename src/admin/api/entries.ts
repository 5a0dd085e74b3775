import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { CollectionName } from '../../model/content/collections.ts'
import type { BulkAnswer, BulkChange, Entry, ScheduleTimes } from '../../model/content/entry.ts'
import { type Call, request } from './client.ts'
import { queryClient } from './query-client.ts'

interface EntryQuery {
  q?: string | undefined
  trash?: boolean | undefined
  limit?: number | undefined
}
export interface EntryPage {
  entries: Entry[]
  next: string | null
}

const pathOf = (collection: string, id?: string) =>
  `/api/entries/${collection}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`

export const entriesKey = (collection: string) => ['entries', collection] as const

export const entries = {
  list: (collection: CollectionName, query: EntryQuery & { cursor?: string | undefined } = {}, signal?: AbortSignal) =>
    request<EntryPage>('GET', pathOf(collection), {
      query: { q: query.q || undefined, trash: query.trash || undefined, limit: query.limit, cursor: query.cursor },
      signal,
    }),
  get: (collection: CollectionName, id: string, signal?: AbortSignal) =>
    request<Entry>('GET', pathOf(collection, id), { signal }),
  create: (collection: CollectionName, data: object, publish = true) =>
    request<Entry>('POST', pathOf(collection), { body: { data, publish } }),
  /** One change, which one undo takes back. */
  createDrafts: (collection: CollectionName, all: readonly object[]) =>
    request<EntryPage>('POST', `${pathOf(collection)}/batches`, { body: { entries: all } }),
  update: (
    collection: CollectionName,
    id: string,
    body: { data: object; publish: boolean },
    version: number,
    options: Pick<Call, 'signal' | 'isQuiet'> = {},
  ) => request<Entry>('PATCH', pathOf(collection, id), { body, version, ...options }),
  /** One change of several entries. */
  changeAll: (collection: CollectionName, change: BulkChange) =>
    request<BulkAnswer>('PATCH', pathOf(collection), { body: change }),
  copy: (collection: CollectionName, id: string) => request<Entry>('POST', `${pathOf(collection, id)}/copies`),
  erase: (collection: CollectionName, ids: readonly string[]) =>
    request<{ erased: number }>('POST', `${pathOf(collection)}/erasures`, { body: { ids } }),
  remove: (collection: CollectionName, id: string) => request<Entry>('DELETE', pathOf(collection, id)),
  restore: (collection: CollectionName, id: string) => request<Entry>('POST', `${pathOf(collection, id)}/restoration`),
  publish: (collection: CollectionName, id: string, version?: number) =>
    request<Entry>('POST', `${pathOf(collection, id)}/publication`, { version }),
  unpublish: (collection: CollectionName, id: string, version?: number) =>
    request<Entry>('DELETE', `${pathOf(collection, id)}/publication`, { version }),
  /** Takes the draft back to what visitors see. */
  discard: (collection: CollectionName, id: string) => request<Entry>('DELETE', `${pathOf(collection, id)}/draft`),
  schedule: (collection: CollectionName, id: string, times: ScheduleTimes) =>
    request<Entry>('PUT', `${pathOf(collection, id)}/schedule`, { body: times }),
  order: (collection: CollectionName, signal?: AbortSignal) =>
    request<{ ids: string[]; versions: number[] }>('GET', `${pathOf(collection)}/order`, { signal }),
  reorder: (collection: CollectionName, ids: readonly string[]) =>
    request<{ ids: string[] }>('PUT', `${pathOf(collection)}/order`, { body: { ids } }),
}

export const forgetEntries = (collection: CollectionName): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: entriesKey(collection) }),
    queryClient.invalidateQueries({ queryKey: ['changes'] }),
  ])

/** Entries of a collection in order, page by page. */
export const useEntries = (collection: CollectionName, query: EntryQuery = {}, enabled = true) =>
  useInfiniteQuery({
    enabled,
    queryKey: [...entriesKey(collection), 'list', query],
    queryFn: ({ pageParam, signal }) => entries.list(collection, { ...query, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: EntryPage) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  })

export const useEntry = (collection: CollectionName, id: string, enabled = true) =>
  useQuery({
    enabled,
    queryKey: [...entriesKey(collection), 'one', id],
    queryFn: ({ signal }) => entries.get(collection, id, signal),
  })
