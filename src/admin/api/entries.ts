import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { CollectionName } from '../../model/content/collections.ts'
import { call } from './client.ts'
import { paged, queryClient } from './query-client.ts'

interface EntryQuery {
  q?: string | undefined
  trash?: boolean | undefined
  limit?: number | undefined
}
export const entriesKey = (collection: string) => ['entries', collection] as const

export const listEntries = (
  collection: CollectionName,
  { q, trash, ...query }: EntryQuery & { cursor?: string | undefined },
  signal: AbortSignal,
) =>
  call('GET /api/entries/:collection', {
    ...{ collection, signal },
    query: { q: q || undefined, trash: trash || undefined, ...query },
  })
export type EntryPage = Awaited<ReturnType<typeof listEntries>>

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
    queryFn: ({ pageParam, signal }) => listEntries(collection, { ...query, cursor: pageParam }, signal),
    ...paged,
    placeholderData: keepPreviousData,
  })

export const useEntry = (collection: CollectionName, id: string, enabled = true) =>
  useQuery({
    enabled,
    queryKey: [...entriesKey(collection), 'one', id],
    queryFn: ({ signal }) => call('GET /api/entries/:collection/:id', { collection, id, signal }),
  })
