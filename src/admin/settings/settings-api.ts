import { useQuery } from '@tanstack/react-query'
import type { Settings } from '../../model/settings/settings.ts'
import { requestVersioned } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

export interface VersionedSettings {
  settings: Settings
  version: number
}

const key = ['settings'] as const

const versioned = async (answer: ReturnType<typeof requestVersioned<Settings>>): Promise<VersionedSettings> => {
  const { data, version = 0 } = await answer
  return { settings: data, version }
}

/** Settings calls. */
export const settings = {
  get: (signal?: AbortSignal) => versioned(requestVersioned<Settings>('GET', '/api/settings', { signal })),
  /** Sends changed settings and puts the answer into the cache. */
  update: async (fields: Partial<Settings>, version?: number): Promise<VersionedSettings> => {
    const stored = await versioned(requestVersioned<Settings>('PATCH', '/api/settings', { body: fields, version }))
    queryClient.setQueryData(key, stored)
    queryClient.invalidateQueries({ queryKey: ['changes'] })
    return stored
  },
}

export const useSettings = () => useQuery({ queryKey: key, queryFn: ({ signal }) => settings.get(signal) })
