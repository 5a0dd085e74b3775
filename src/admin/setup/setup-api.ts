import { useQuery } from '@tanstack/react-query'
import type { Introduction } from '../../model/setup/introduction.ts'
import type { SetupState } from '../../model/setup/setup-state.ts'
import { request } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

/** Both touch entries, settings and images. */
const refetch = () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })

export const introduce = async (facts: Introduction): Promise<void> => {
  await request<unknown>('POST', '/api/introductions', { body: facts })
  await refetch()
}

export const removeSamples = async (): Promise<void> => {
  await request<unknown>('DELETE', '/api/samples')
  await refetch()
}

export const useSetup = () =>
  useQuery({
    queryKey: ['setup'],
    queryFn: ({ signal }) => request<SetupState>('GET', '/api/setup', { signal }),
  })
