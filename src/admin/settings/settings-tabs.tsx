import { Tabs } from '@mantine/core'
import type { ComponentType, FormEvent } from 'react'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { focusFirstProblem } from '../form/focus-first-problem.ts'
import { LeaveGuard } from '../form/leave-guard.tsx'
import { SaveButtons } from '../form/save-buttons.tsx'
import { useSaveKey } from '../form/use-save-key.ts'
import { PreviewToggle } from '../preview/preview-toggle.tsx'
import { WithPreview } from '../preview/with-preview.tsx'
import { Screen } from '../ui/screen.tsx'
import { AccessTab } from './access-tab.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { HistoryTab } from './history-tab.tsx'
import { IntroductionTab } from './introduction-tab.tsx'
import { LinksTab } from './links-tab.tsx'
import { MailTab } from './mail-tab.tsx'
import { RepliesTab } from './replies-tab.tsx'
import { SectionsTab } from './sections-tab.tsx'
import type { VersionedSettings } from './settings-api.ts'
import { ThemeTab } from './theme-tab.tsx'
import { type SettingName, type SettingsForm, useSettingsForm } from './use-settings-form.ts'

interface Tab {
  id: string
  label: string
  names: readonly SettingName[]
  Panel: ComponentType<{ form: SettingsForm }>
}

/** Tabs and their settings. An invalid setting opens its tab. */
const tabs: readonly Tab[] = [
  {
    id: 'introduction',
    label: 'Introduction',
    names: ['name', 'role', 'location', 'headlines', 'introduction', 'description', 'language'],
    Panel: IntroductionTab,
  },
  { id: 'links', label: 'Links', names: ['hireLink', 'cv', 'socials', 'contactSentence'], Panel: LinksTab },
  { id: 'sections', label: 'Sections', names: ['sections', 'counters', 'copyrightSince'], Panel: SectionsTab },
  { id: 'theme', label: 'Theme', names: ['accent', 'appearance'], Panel: ThemeTab },
  {
    id: 'mail',
    label: 'Mail',
    names: ['notices', 'digestHour', 'acknowledge', 'acknowledgement'],
    Panel: MailTab,
  },
  { id: 'replies', label: 'Replies', names: ['snippets'], Panel: RepliesTab },
  { id: 'access', label: 'Access', names: ['registration'], Panel: AccessTab },
  { id: 'history', label: 'History', names: ['historyYears'], Panel: HistoryTab },
]

/** All settings in tabs of one form, saved together. */
export const SettingsTabs = ({ stored }: { stored: VersionedSettings }) => {
  const form = useSettingsForm(stored)
  const [params, setParams] = useSearchParams()
  const formElement = useRef<HTMLFormElement>(null)
  const open = tabs.find(({ id }) => id === params.get('tab')) ?? tabs[0]

  const save = async () => {
    const wrong = await form.save()
    const tab = wrong && tabs.find(({ names }) => names.includes(wrong))
    if (!tab) return
    setParams({ tab: tab.id }, { replace: true })
    if (formElement.current) focusFirstProblem(formElement.current)
  }
  useSaveKey(() => void save())
  const hasProblem = ({ names }: Tab) =>
    Object.keys(form.problems).some((path) => names.some((name) => path.split('.')[0] === name))

  const reveal = (field: string) => {
    const tab = tabs.find(({ names }) => names.some((name) => name === field))
    if (tab) setParams({ tab: tab.id }, { replace: true })
  }

  return (
    <WithPreview subject={{ collection: 'settings', values: form.values }} reveal={reveal}>
      <Screen
        title="Settings"
        actions={
          <>
            <PreviewToggle />
            <SaveButtons form="settings" state={form} />
          </>
        }
      >
        <ConflictNotice form={form} />
        <form
          id="settings"
          ref={formElement}
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void save()
          }}
        >
          <Tabs
            value={open?.id ?? ''}
            onChange={(id) => setParams({ tab: id ?? '' }, { replace: true })}
            keepMounted={false}
          >
            <Tabs.List className="tab-list">
              {tabs.map((tab) => (
                <Tabs.Tab key={tab.id} value={tab.id} data-wrong={hasProblem(tab) || undefined}>
                  {tab.label}
                  {hasProblem(tab) && <span className="visually-hidden"> (needs attention)</span>}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {tabs.map(({ id, Panel }) => (
              <Tabs.Panel key={id} value={id} className="tab-panel">
                <Panel form={form} />
              </Tabs.Panel>
            ))}
          </Tabs>
        </form>
        <LeaveGuard when={form.dirty} />
      </Screen>
    </WithPreview>
  )
}
