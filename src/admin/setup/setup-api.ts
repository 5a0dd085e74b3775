import { useQuery } from '@tanstack/react-query'
import type { Introduction } from '../../model/setup/introduction.ts'
import type { SetupState } from '../../model/setup/setup-state.ts'
import { request } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

interface Done {
  /** The change that undoes it all; null when nothing changed. */
  change: number | null
}

/** Both touch entries, settings and images. */
const refetch = () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })

export const introduce = async (facts: Introduction): Promise<Done> => {
  const done = await request<Done>('POST', '/api/introductions', { body: facts })
  await refetch()
  return done
}

export const removeSamples = async (): Promise<Done> => {
  const done = await request<Done>('DELETE', '/api/samples')
  await refetch()
  return done
}

export const useSetup = () =>
  useQuery({
    queryKey: ['setup'],
    queryFn: ({ signal }) => request<SetupState>('GET', '/api/setup', { signal }),
  })
