import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const isRetryable = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status === 503)

const isFirstLoad = (query: Query) =>
  query.isActive() && query.state.fetchStatus === 'fetching' && query.state.data === undefined

/**
 * An answer that is on its way when its query is invalidated may be older than the write. The library fetches again, except for a first
 * answer, which it would wait for and then take to be fresh.
 */
class FreshQueryClient extends QueryClient {
  override async invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions): Promise<void> {
    const { predicate = () => true } = filters
    await this.cancelQueries({
      ...filters,
      predicate: (query) => isFirstLoad(query) && predicate(query),
    } as InvalidateQueryFilters)
    return super.invalidateQueries(filters, options)
  }
}

export const queryClient = new FreshQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      networkMode: 'always',
      retry: (count, error) => count < 2 && isRetryable(error),
      retryDelay: (count) => 500 * 2 ** count,
    },
    // A write is never retried silently.
    mutations: { networkMode: 'always', retry: false },
  },
})

/** After a write that may touch anything: what is shown is read again now, the rest when it is shown. */
export const forgetAll = (): Promise<void> => queryClient.invalidateQueries()

/** Pages of a list, one after the other. */
export const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
}
