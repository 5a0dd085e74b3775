import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CollectionName } from '../../model/content/collections.ts'
import type { Entry } from '../../model/content/entry.ts'
import { call, paged, type QueryTo, queryClient } from './client.ts'

type EntryQuery = QueryTo<'GET /api/entries/:collection'>

export const entriesKey = (collection: string) => ['entries', collection] as const

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
    queryFn: ({ pageParam: cursor, signal }) =>
      call('GET /api/entries/:collection', { collection, query: { ...query, cursor }, signal }),
    ...paged,
    placeholderData: keepPreviousData,
  })

/** All entries of a collection in order: the first of them at once, the others as they come. */
export const useAllEntries = (collection: CollectionName, enabled = true): Entry[] | undefined => {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useEntries(collection, { limit: 200 }, enabled)
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  return data?.pages.flatMap(({ entries }) => entries)
}

export const useEntry = (collection: CollectionName, id: string, enabled = true) =>
  useQuery({
    enabled,
    queryKey: [...entriesKey(collection), 'one', id],
    queryFn: ({ signal }) => call('GET /api/entries/:collection/:id', { collection, id, signal }),
  })
