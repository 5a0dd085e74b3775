import { type Settings, settingFields } from '../../model/settings/settings.ts'
import { requestVersioned } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { settingsKey, settingsPath, type VersionedSettings, versioned } from '../api/settings-api.ts'
import type { Stored } from '../form/autosave.ts'
import type { FormSource } from '../form/open-form.ts'

export const storedSettings = ({ settings, version, status }: VersionedSettings): Stored => ({
  version,
  status,
  data: settings,
})

/** Saved as a draft by itself, as entries are. Apart from the query, since Contact reads settings without their form. */
export const settingsSource: FormSource = {
  key: 'settings/all',
  fields: settingFields,
  send: async ({ fields, publish, version, isQuiet }, signal) => {
    const call = { body: fields, query: { publish }, version, signal, isQuiet }
    const stored = versioned(await requestVersioned<Settings>('PATCH', settingsPath, call))
    queryClient.setQueryData(settingsKey, stored)
    void queryClient.invalidateQueries({ queryKey: ['changes'] })
    return stored
  },
  stored: (answer) => storedSettings(answer as VersionedSettings),
}
