import { useQuery } from '@tanstack/react-query'
import { call, queryClient } from '../api/client.ts'

const key = 'readiness'

/** Path of the screen with the findings. */
export const readyPath = '/admin/health'

/** Findings of the check, never cached: an entry may have been published a minute later. */
export const useReadiness = () =>
  useQuery({
    queryKey: [key],
    queryFn: ({ signal }) => call('GET /api/readiness', { signal }),
    staleTime: 0,
  })

/** Number of findings that the monthly check found and no email told of. */
export const useReadinessNews = () =>
  useQuery({
    queryKey: [key, 'news'],
    queryFn: ({ signal }) => call('GET /api/readiness/news', { signal }),
    select: ({ count }) => count,
  })

const forget = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [key] }),
    queryClient.invalidateQueries({ queryKey: ['setup'] }),
  ])

export const readiness = {
  dismiss: async (id: string, reason: string): Promise<void> => {
    await call('POST /api/readiness/dismissals', { body: { id, reason } })
    await forget()
  },
  restore: async (id: string): Promise<void> => {
    await call('DELETE /api/readiness/dismissals/:id', { id })
    await forget()
  },
  checkLinks: async () => {
    const check = await call('POST /api/readiness/link-checks', { body: {} })
    await forget()
    return check
  },
  clearNews: async (): Promise<void> => {
    await call('DELETE /api/readiness/news')
    queryClient.setQueryData([key, 'news'], { count: 0 })
  },
}
