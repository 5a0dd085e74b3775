import { useQuery } from '@tanstack/react-query'
import { type Settings, settingFields } from '../../model/settings/settings.ts'
import { type Answer, requestVersioned } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import type { Stored } from '../form/autosave/autosave.ts'
import type { FormSource } from '../form/autosave/send-call.ts'

interface VersionedSettings {
  settings: Settings
  version: number
}

const key = ['settings'] as const
const path = '/api/settings'

const versioned = ({ data, version = 0 }: Answer<Settings>): VersionedSettings => ({ settings: data, version })

export const useSettings = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => versioned(await requestVersioned<Settings>('GET', path, { signal })),
  })

export const storedSettings = ({ settings, version }: VersionedSettings): Stored => ({
  version,
  status: 'published',
  data: settings,
})

/** The settings are live, so they are saved on request. */
export const settingsSource: FormSource = {
  key: 'settings/all',
  fields: settingFields,
  onRequest: true,
  send: async ({ fields, version }, signal) => {
    const stored = versioned(await requestVersioned<Settings>('PATCH', path, { body: fields, version, signal }))
    queryClient.setQueryData(key, stored)
    void queryClient.invalidateQueries({ queryKey: ['changes'] })
    return stored
  },
  stored: (answer) => storedSettings(answer as VersionedSettings),
}
