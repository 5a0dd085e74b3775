import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const isRetryable = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status === 503)

export const queryClient = new QueryClient({
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
