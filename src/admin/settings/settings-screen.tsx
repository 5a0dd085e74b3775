import { Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { isImmediate, type Settings, settingFields } from '../../model/settings/settings.ts'
import { callVersioned, queryClient } from '../api/client.ts'
import { discardSettings, settingsKey, useSettings, type VersionedSettings, versioned } from '../api/settings-api.ts'
import { type Stored, unsaved } from '../form/autosave.ts'
import { FormBar, FormBody, fieldOf, PublishButton, useForm } from '../form/form.tsx'
import { FormScreen } from '../form/form-screen.tsx'
import { type FormSource, type OpenForm, useOpenForm } from '../form/open-form.ts'
import { shownSettings } from '../preview/shown-settings.ts'
import { Share } from '../sharing/share.tsx'
import { LoadFailure, Loading } from '../ui/loading.tsx'
import { Screen } from '../ui/screen.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { changeWithToast, toastChange } from '../ui/undo.ts'
import { SettingFields } from './setting-fields.tsx'
import { groupOf, groupPath, groups, SettingGroups } from './setting-groups.tsx'

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
    const given = { body: fields, query: { publish }, version, signal, isQuiet }
    const stored = versioned(await callVersioned('PATCH /api/settings', given))
    queryClient.setQueryData(settingsKey, stored)
    void queryClient.invalidateQueries({ queryKey: ['changes'] })
    return stored
  },
  stored: (answer) => storedSettings(answer as VersionedSettings),
}

const loadStates = () => import('./states.tsx')
const GoogleState = lazy(async () => ({ default: (await loadStates()).GoogleState }))
const CvState = lazy(async () => ({ default: (await loadStates()).CvState }))
const MailState = lazy(async () => ({ default: (await loadStates()).MailState }))

const SettingsForm = ({ open, publishedAt }: { open: OpenForm } & Pick<VersionedSettings, 'publishedAt'>) => {
  const form = useForm(open)
  const { state, problems, publish } = form
  const [params, setParams] = useSearchParams()
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const group = groups.find(({ id }) => id === params.get('tab')) ?? (isWide ? groups[0] : undefined)
  const reveal = (field: string) => {
    const id = groupOf(field)?.id
    if (id) setParams({ tab: id }, { replace: true })
  }
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(group)
  useEffect(() => {
    if (last.current === group) return
    const before = last.current
    last.current = group
    window.scrollTo(0, 0)
    // Whoever comes from the list or the sidebar goes on in the group. On a phone, what had the focus has gone.
    if (!document.activeElement?.matches('body, .sidebar-link')) return
    const row = before && document.querySelector<HTMLElement>(`.setting-group[href="${groupPath(before.id)}"]`)
    ;(heading.current ?? row)?.focus({ preventScroll: true })
  }, [group])
  const isChanged = unsaved(state).some((name) => !isImmediate(name))
  const status = isChanged ? 'changed' : state.status
  const publishAll = (element: HTMLElement) => {
    if (status === 'published') return
    publish({
      form: element,
      reveal,
      done: () => void toastChange('Settings published'),
      failed: 'Not published',
    })
  }
  const discard = () => {
    form.discard()
    return changeWithToast(discardSettings, { done: 'Changes discarded', forget: async () => {} })
  }
  const wrong = new Set([...Object.keys(problems), ...state.conflicts].map((path) => groupOf(fieldOf(path))?.id))
  return (
    <FormScreen
      title="Settings"
      form={form}
      subject={{ collection: 'settings', values: state.values as Settings, shown: shownSettings }}
      reveal={reveal}
      mark={<StatusMark entry={{ status, publishedAt, schedule: null }} />}
      share={<Share path="/" />}
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
      <div className="settings" data-wide={isWide || undefined}>
        {(isWide || !group) && <SettingGroups current={group?.id} wrong={wrong} values={state.values as Settings} />}
        <FormBody form={form} id="settings" label="Settings" save={form.saveNow} publish={publishAll}>
          {group && (
            <Stack gap="lg" key={group.id} component="section" aria-labelledby="setting-group">
              <div>
                {!isWide && (
                  <Link to={groupPath()} className="setting-back">
                    <ArrowLeft size={16} aria-hidden />
                    All settings
                  </Link>
                )}
                <Title order={2} size="h3" id="setting-group" ref={heading} tabIndex={-1}>
                  {group.label}
                </Title>
                {group.names.every(isImmediate) && (
                  <Text size="sm" c="dimmed">
                    Takes effect at once, without publishing.
                  </Text>
                )}
              </div>
              <SettingFields form={form} names={group.names} />
              {/* Below, so that no switch moves from under a pointer when it comes. */}
              <Suspense fallback={<Loading h={96} />}>
                {group.id === 'mail' && <MailState />}
                {group.id === 'access' && <GoogleState />}
                {group.id === 'cv' && <CvState />}
              </Suspense>
            </Stack>
          )}
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
      </div>
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
