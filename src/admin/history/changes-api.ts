import { useInfiniteQuery } from '@tanstack/react-query'
import type { NamedChange as Change, ChangeFilter } from '../../model/journal/change.ts'
import { request } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

interface ChangePage {
  changes: Change[]
  next: string | null
}
export interface ChangeQuery extends ChangeFilter {
  limit?: number | undefined
}

export const changes = {
  list: (query: ChangeQuery & { cursor?: string | undefined } = {}, signal?: AbortSignal) =>
    request<ChangePage>('GET', '/api/changes', { query: { ...query }, signal }),
  /** Makes the inverse change and invalidates all cached data. */
  undo: async (id: number): Promise<Change> => {
    const change = await request<Change>('POST', `/api/changes/${id}/undo`)
    // Not awaited: the next key press may want to redo it.
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
    return change
  },
}

export const useChanges = (query: ChangeQuery = {}) =>
  useInfiniteQuery({
    queryKey: ['changes', query],
    queryFn: ({ pageParam, signal }) => changes.list({ ...query, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ChangePage) => page.next ?? undefined,
  })
