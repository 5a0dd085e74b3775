import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Fragment, useMemo, useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import type { Account } from '../../model/accounts/account.ts'
import type { Fields } from '../../model/fields/fields.ts'
import type { Settings } from '../../model/settings/settings.ts'
import { type Introduction, introduced, introductionDraft, introductionFields } from '../../model/setup/introduction.ts'
import type { Remnant } from '../../model/setup/setup-state.ts'
import { languageOf } from '../../model/words/languages.ts'
import { asApiError } from '../api/client.ts'
import { useSettings } from '../api/settings-api.ts'
import { SegmentedInput } from '../form/choice-inputs.tsx'
import { settingInputs } from '../form/field-inputs.tsx'
import { focusFirstProblem, useFocusOnEmptyField } from '../form/focus-first.ts'
import { FormBar, FormBody, FormField, PublishButton, useForm } from '../form/form.tsx'
import { type Input, lateInput } from '../form/input.ts'
import { FileLinkInput } from '../form/link-inputs.tsx'
import { type FormSource, type OpenForm, useOpenForm } from '../form/open-form.ts'
import { useFocusOnStep } from '../frame/use-focus-on-arrival.ts'
import { PreviewToggle } from '../preview/preview-parts.tsx'
import { shownSettings } from '../preview/shown-settings.ts'
import type { Subject } from '../preview/subject.ts'
import { WithPreview } from '../preview/with-preview.tsx'
import { useAccount } from '../session/session.tsx'
import { LoadFailure, Loading } from '../ui/loading.tsx'
import { Screen } from '../ui/screen.tsx'
import { toastError } from '../ui/toast.tsx'
import { toastChange } from '../ui/undo.ts'
import { countRemnants, introduce, removeSamples, useSetup } from './setup-api.ts'

/** The introduction as the page would show it: settings and About's first entry. */
const previewOf = (facts: Introduction, settings: Settings): Subject => {
  const { settings: own, about } = introduced(facts, settings)
  return { collection: 'settings', shown: shownSettings, values: { ...settings, ...own }, about }
}

type Name = keyof typeof introductionFields

const names = Object.keys(introductionFields) as Name[]

const ownInputs: Partial<Record<Name, Input>> = {
  cv: FileLinkInput,
  work: SegmentedInput,
  theme: lateInput(async () => (await import('../settings/theme-input.tsx')).ThemeInput, 420),
}

const inputOf = (name: Name) => ownInputs[name] ?? settingInputs[introductionFields[name].kind as 'text']

interface Props {
  open: OpenForm
  settings: Settings
  /** Sample content is left, which the next step is about. */
  samples: boolean
  done(): void
}

/** Facts about the owner, asked once, next to the page that uses them. */
const IntroductionForm = ({ open, settings, samples, done }: Props) => {
  const form = useForm(open)
  const [busy, setBusy] = useState(false)
  const values = form.state.values as Introduction
  const draft = values.introduction ? '' : introductionDraft(values)
  const takeDraft = () => {
    form.edit('introduction', draft)
    document.querySelector<HTMLElement>('[data-field=introduction] textarea')?.focus()
  }
  useFocusOnEmptyField()

  const send = async (element: HTMLElement) => {
    setBusy(true)
    try {
      await introduce(form.saver.state().values as Introduction)
      // The server has everything: clears the unsaved state and the copy on the device.
      form.saver.update((now) => ({ ...now, base: now.values }))
      await form.close({ forget: true })
      toastChange('Your page is live')
      done()
    } catch (error) {
      const { fields } = asApiError(error)
      form.setProblems(fields)
      if (Object.keys(fields).length > 0) focusFirstProblem(element)
      else toastError(error, 'Not saved; your text is kept here')
    } finally {
      setBusy(false)
    }
  }

  const save = (element: HTMLElement) => {
    if (!busy) form.whenReady({ form: element }, () => void send(element))
  }

  return (
    <WithPreview subject={previewOf(values, settings)}>
      <Screen
        title="Introduce yourself"
        lead={`${samples ? 'Step 1 of 2. ' : ''}Each fact goes wherever your page uses it. You can change all of it later.`}
        actions={<PreviewToggle />}
      >
        <FormBody form={form} id="introduction" className="entry-form" label="Introduction" save={save}>
          <Stack gap="md" key={form.recoveredAt}>
            {names.map((name) => (
              <Fragment key={name}>
                <FormField form={form} name={name} input={inputOf(name)} />
                {name === 'introduction' && draft && (
                  <div>
                    <Text size="sm" lang={values.language} dir="auto">
                      {draft}
                    </Text>
                    <Button variant="default" size="xs" mt={6} onClick={takeDraft}>
                      Begin with this text
                    </Button>
                  </div>
                )}
              </Fragment>
            ))}
          </Stack>
          <FormBar
            back={
              <Anchor component={Link} to="/admin" size="sm">
                Later
              </Anchor>
            }
          >
            <PublishButton form={form} type="submit" loading={busy}>
              Publish and continue
            </PublishButton>
          </FormBar>
        </FormBody>
      </Screen>
    </WithPreview>
  )
}

/** Fields that begin with what the account and the browser already know. */
const fieldsFor = ({ name, surname, email }: Account): Fields => ({
  ...introductionFields,
  language: { ...introductionFields.language, empty: languageOf(navigator.language) },
  name: { ...introductionFields.name, empty: [name, surname].filter(Boolean).join(' ') },
  email: { ...introductionFields.email, empty: email },
})

/** The introduction is sent once, as a whole; until then its text is kept on the device. */
const introductionSource = (account: Account): FormSource => ({
  key: 'setup/introduction',
  fields: fieldsFor(account),
  onRequest: true,
  send: () => Promise.reject(new Error('The introduction is not saved by itself.')),
  stored: () => {
    throw new Error('The introduction is not stored as one.')
  },
})

/** The second step: an empty page, or one whose samples are replaced one by one. */
const SampleChoice = ({ remnants }: { remnants: readonly Remnant[] }) => {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  useFocusOnStep()
  const remove = async () => {
    setBusy(true)
    try {
      await removeSamples()
      toastChange('Sample content removed')
      navigate('/admin')
    } catch (error) {
      toastError(error, 'Not removed')
      setBusy(false)
    }
  }
  return (
    <Screen title="Sample content" lead="Step 2 of 2. Your page still shows content of a made-up person.">
      <Stack gap="md" maw="40rem">
        <Text>
          Still there: {countRemnants(remnants)}. Visitors see it until it is removed or replaced. Removed content waits
          in the trash, and one undo brings all of it back.
        </Text>
        <Group>
          <Button loading={busy} onClick={remove}>
            Remove all sample content
          </Button>
          <Button component={Link} to="/admin" variant="default">
            Keep it and replace step by step
          </Button>
        </Group>
      </Stack>
    </Screen>
  )
}

const IntroductionStep = (props: { samples: boolean; done(): void }) => {
  const account = useAccount()
  const source = useMemo(() => introductionSource(account), [account])
  const open = useOpenForm(source, null)
  const { data, error, refetch } = useSettings()
  if (error && !data) return <LoadFailure error={error} retry={refetch} />
  if (!open || !data) return <Loading h={420} />
  return <IntroductionForm open={open} settings={data.settings} {...props} />
}

/** From the sample page to one’s own: who the owner is, then what becomes of the samples. */
export const StartScreen = () => {
  const { data, error, refetch } = useSetup()
  const [finished, setFinished] = useState(false)
  if (!data)
    return <Screen title="Start">{error ? <LoadFailure error={error} retry={refetch} /> : <Loading h={420} />}</Screen>
  if (!data.introduced && !finished)
    return <IntroductionStep samples={data.remnants.length > 0} done={() => setFinished(true)} />
  if (data.remnants.length > 0) return <SampleChoice remnants={data.remnants} />
  return <Navigate replace to="/admin" />
}
