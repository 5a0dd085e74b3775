import { Skeleton, Stack, Tabs } from '@mantine/core'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Settings } from '../../model/settings/settings.ts'
import { type OpenForm, useOpenForm } from '../form/autosave/open-form.ts'
import { FormBody } from '../form/form-body.tsx'
import { SaveButtons } from '../form/save-buttons.tsx'
import { fieldOf, useForm } from '../form/use-form.ts'
import { toastChange } from '../history/toast-change.ts'
import { PreviewToggle } from '../preview/preview-toggle.tsx'
import { WithPreview } from '../preview/with-preview.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Screen } from '../ui/screen.tsx'
import { MailState } from './mail-state.tsx'
import { SettingFields, type SettingName } from './setting-fields.tsx'
import { useSettings } from './settings-api.ts'
import { settingsSource, storedSettings } from './settings-source.ts'

/** Tabs and their settings. An invalid setting opens its tab. */
const tabs: readonly { id: string; label: string; names: readonly SettingName[] }[] = [
  {
    id: 'introduction',
    label: 'Introduction',
    names: ['name', 'role', 'headlines', 'headlinePause', 'location', 'introduction', 'description', 'language'],
  },
  { id: 'links', label: 'Links', names: ['hireLink', 'cv', 'contactSentence', 'socials'] },
  { id: 'sections', label: 'Sections', names: ['sections', 'counters', 'copyrightSince'] },
  { id: 'theme', label: 'Theme', names: ['accent', 'appearance'] },
  { id: 'mail', label: 'Mail', names: ['notices', 'digestHour', 'acknowledge', 'acknowledgement'] },
  { id: 'replies', label: 'Replies', names: ['snippets'] },
  { id: 'access', label: 'Access', names: ['registration'] },
  { id: 'history', label: 'History', names: ['historyYears'] },
]

const tabOf = (field: string) => tabs.find(({ names }) => names.some((name) => name === field))

const SettingsForm = ({ open }: { open: OpenForm }) => {
  const form = useForm(open)
  const { state, problems, publish } = form
  const [params, setParams] = useSearchParams()
  const openTab = (id = '') => setParams({ tab: id }, { replace: true })
  const reveal = (field: string) => tabOf(field) && openTab(tabOf(field)?.id)
  const save = (element: HTMLElement) => {
    if (!form.dirty) return
    publish({
      form: element,
      reveal,
      done: () => void toastChange('Settings saved', { collection: 'settings' }),
      failed: 'Not saved; your text is still here',
    })
  }
  const wrong = new Set([...Object.keys(problems), ...state.conflicts].map((path) => tabOf(fieldOf(path))?.id))
  return (
    <WithPreview subject={{ collection: 'settings', values: state.values as Settings }} reveal={reveal}>
      <Screen
        title="Settings"
        actions={
          <>
            <PreviewToggle />
            <SaveButtons id="settings" form={form} />
          </>
        }
      >
        <FormBody form={form} id="settings" label="Settings" save={save}>
          <Tabs
            value={tabs.find(({ id }) => id === params.get('tab'))?.id ?? 'introduction'}
            onChange={(id) => openTab(id ?? undefined)}
            keepMounted={false}
          >
            <Tabs.List className="tab-list">
              {tabs.map(({ id, label }) => (
                <Tabs.Tab key={id} value={id} data-wrong={wrong.has(id) || undefined}>
                  {label}
                  {wrong.has(id) && <span className="visually-hidden"> (needs attention)</span>}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {tabs.map(({ id, names }) => (
              <Tabs.Panel key={id} value={id} className="tab-panel">
                <Stack gap="lg">
                  {id === 'mail' && <MailState />}
                  <SettingFields form={form} names={names} />
                </Stack>
              </Tabs.Panel>
            ))}
          </Tabs>
        </FormBody>
      </Screen>
    </WithPreview>
  )
}

export const SettingsScreen = () => {
  const { data, error, refetch } = useSettings()
  const stored = useMemo(() => data && storedSettings(data), [data])
  const open = useOpenForm(settingsSource, stored)
  if (open) return <SettingsForm open={open} />
  return (
    <Screen title="Settings">
      {error ? <LoadFailure error={error} retry={refetch} /> : <Skeleton h={420} aria-label="Loading" />}
    </Screen>
  )
}
