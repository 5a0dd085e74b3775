import { Stack, Tabs, Text } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { isImmediate, type Settings, settingFields } from '../../model/settings/settings.ts'
import { requestVersioned } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import {
  discardSettings,
  settingsKey,
  settingsPath,
  useSettings,
  type VersionedSettings,
  versioned,
} from '../api/settings-api.ts'
import { type Stored, unsaved } from '../form/autosave.ts'
import { FormBar, FormBody, fieldOf, PublishButton, useForm } from '../form/form.tsx'
import { FormScreen, ShareFallback } from '../form/form-screen.tsx'
import { type FormSource, type OpenForm, useOpenForm } from '../form/open-form.ts'
import { shownSettings } from '../preview/shown-settings.ts'
import { LoadFailure, Loading } from '../ui/loading.tsx'
import { Screen } from '../ui/screen.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { changeWithToast, toastChange } from '../ui/undo.ts'
import { SettingFields, type SettingName } from './setting-fields.tsx'

const storedSettings = ({ settings, version, status }: VersionedSettings): Stored => ({
  version,
  status,
  data: settings,
})

/** Saved as a draft by itself, as entries are. Apart from the query, since Contact reads settings without their form. */
const settingsSource: FormSource = {
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

const GoogleState = lazy(async () => ({ default: (await import('./states.tsx')).GoogleState }))
const ShareMenu = lazy(() => import('../sharing/share-menu.tsx'))
const CvState = lazy(async () => ({ default: (await import('./states.tsx')).CvState }))
const MailState = lazy(async () => ({ default: (await import('./states.tsx')).MailState }))

/** Tabs and their settings. An invalid setting opens its tab. */
const tabs: readonly { id: string; label: string; names: readonly SettingName[] }[] = [
  {
    id: 'introduction',
    label: 'Introduction',
    names: [
      'name',
      'role',
      'headlines',
      'headlinePause',
      'location',
      'email',
      'introduction',
      'description',
      'language',
    ],
  },
  {
    id: 'links',
    label: 'Links',
    names: ['hireLink', 'hireLabel', 'cv', 'cvLabel', 'contactSentence', 'sendLabel', 'contactAnswer', 'socials'],
  },
  {
    id: 'sections',
    label: 'Sections',
    names: [
      'sections',
      'resumeOrder',
      'categories',
      'counters',
      'portfolioLayout',
      'relatedProjects',
      'copyrightSince',
    ],
  },
  { id: 'cv', label: 'CV', names: ['cvFiles', 'cvDesign', 'cvPaper', 'cvPortrait', 'cvOnePage'] },
  { id: 'theme', label: 'Theme', names: ['accent', 'appearance', 'icon', 'linkImage'] },
  { id: 'mail', label: 'Mail', names: ['notices', 'digestHour', 'acknowledge', 'acknowledgement'] },
  { id: 'replies', label: 'Replies', names: ['snippets'] },
  { id: 'access', label: 'Access', names: ['registration'] },
  { id: 'history', label: 'History', names: ['historyYears'] },
]

const tabOf = (field: string) => tabs.find(({ names }) => names.some((name) => name === field))

const SettingsForm = ({ open, publishedAt }: { open: OpenForm } & Pick<VersionedSettings, 'publishedAt'>) => {
  const form = useForm(open)
  const { state, problems, publish } = form
  const [params, setParams] = useSearchParams()
  const openTab = (id = '') => setParams({ tab: id }, { replace: true })
  const reveal = (field: string) => tabOf(field) && openTab(tabOf(field)?.id)
  const isChanged = unsaved(state).some((name) => !isImmediate(name))
  const status = isChanged ? 'changed' : state.status
  const publishAll = (element: HTMLElement) => {
    if (status === 'published') return
    publish({
      form: element,
      reveal,
      done: () => void toastChange('Settings published'),
      failed: 'Not published; your text is kept on this device',
    })
  }
  const discard = () => {
    form.discard()
    return changeWithToast(discardSettings, { done: 'Changes discarded', forget: async () => {} })
  }
  const wrong = new Set([...Object.keys(problems), ...state.conflicts].map((path) => tabOf(fieldOf(path))?.id))
  return (
    <FormScreen
      title="Settings"
      form={form}
      subject={{ collection: 'settings', values: state.values as Settings, shown: shownSettings }}
      reveal={reveal}
      mark={<StatusMark entry={{ status, publishedAt, schedule: null }} />}
      share={
        <Suspense fallback={<ShareFallback />}>
          <ShareMenu path="/" />
        </Suspense>
      }
      menu={(Menu) => (
        <>
          <Menu.Item component={Link} to="/admin/history?collection=settings">
            History
          </Menu.Item>
          <Menu.Item component={Link} to="/admin/import">
            Import a CV
          </Menu.Item>
        </>
      )}
    >
      <FormBody form={form} id="settings" label="Settings" save={form.saveNow} publish={publishAll}>
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
                {names.length > 0 && names.every(isImmediate) && (
                  <Text size="sm" c="dimmed">
                    Takes effect at once, without publishing.
                  </Text>
                )}
                <SettingFields form={form} names={names} />
                {/* Below, so that no switch moves from under a pointer when it comes. */}
                <Suspense fallback={<Loading h={96} />}>
                  {id === 'mail' && <MailState />}
                  {id === 'access' && <GoogleState />}
                  {id === 'cv' && <CvState />}
                </Suspense>
              </Stack>
            </Tabs.Panel>
          ))}
        </Tabs>
        <FormBar
          {...(status === 'changed' && {
            others: (Menu) => <Menu.Item onClick={discard}>Discard changes</Menu.Item>,
          })}
        >
          <PublishButton
            form={form}
            loading={state.publishing}
            disabled={status === 'published'}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={({ currentTarget: { form: element } }) => element && publishAll(element)}
          >
            Publish
          </PublishButton>
        </FormBar>
      </FormBody>
    </FormScreen>
  )
}

export const SettingsScreen = () => {
  const { data, error, refetch } = useSettings()
  const stored = useMemo(() => data && storedSettings(data), [data])
  const open = useOpenForm(settingsSource, stored)
  if (data && open) return <SettingsForm open={open} publishedAt={data.publishedAt} />
  return <Screen title="Settings">{error ? <LoadFailure error={error} retry={refetch} /> : <Loading h={420} />}</Screen>
}
