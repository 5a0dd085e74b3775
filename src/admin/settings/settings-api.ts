import { useQuery } from '@tanstack/react-query'
import type { Settings } from '../../model/settings/settings.ts'
import { type Answer, requestVersioned } from '../api/client.ts'

export interface VersionedSettings {
  settings: Settings
  version: number
}

export const settingsKey = ['settings'] as const
export const settingsPath = '/api/settings'

export const versioned = ({ data, version = 0 }: Answer<Settings>): VersionedSettings => ({ settings: data, version })

export const useSettings = () =>
  useQuery({
    queryKey: settingsKey,
    queryFn: async ({ signal }) => versioned(await requestVersioned<Settings>('GET', settingsPath, { signal })),
  })
