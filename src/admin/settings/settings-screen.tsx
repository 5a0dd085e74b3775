import { Skeleton } from '@mantine/core'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Screen } from '../ui/screen.tsx'
import { useSettings } from './settings-api.ts'
import { SettingsTabs } from './settings-tabs.tsx'

/** Settings of the page. */
export const SettingsScreen = () => {
  const { data, error, refetch } = useSettings()
  if (data) return <SettingsTabs stored={data} />
  return (
    <Screen title="Settings">
      {error ? <LoadFailure error={error} retry={refetch} /> : <Skeleton h={420} aria-label="Loading" />}
    </Screen>
  )
}
