import { Anchor, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Settings } from '../../model/settings/settings.ts'
import { type Introduction, introductionFields } from '../../model/setup/introduction.ts'
import { asApiError } from '../api/api-error.ts'
import { focusFirstProblem, useFocusOnEmptyField } from '../form/focus-first.ts'
import { FormBody, FormField, PublishButton, useForm } from '../form/form.tsx'
import { settingInputs } from '../form/inputs/field-inputs.tsx'
import { FileLinkInput } from '../form/inputs/link-inputs.tsx'
import type { OpenForm } from '../form/open-form.ts'
import { PreviewToggle } from '../preview/preview-parts.tsx'
import { WithPreview } from '../preview/with-preview.tsx'
import { Screen } from '../ui/screen.tsx'
import { toastError } from '../ui/toast/toast.ts'
import { toastChange } from '../ui/undo.ts'
import { previewOf } from './preview-of.ts'
import { introduce } from './setup-api.ts'

type Name = keyof typeof introductionFields

const names = Object.keys(introductionFields) as Name[]

const inputOf = (name: Name) => (name === 'cv' ? FileLinkInput : settingInputs[introductionFields[name].kind as 'text'])

interface Props {
  open: OpenForm
  settings: Settings
  /** Sample content is left, which the next step is about. */
  samples: boolean
  done(): void
}

/** Facts about the owner, asked once, next to the page that uses them. */
export const IntroductionForm = ({ open, settings, samples, done }: Props) => {
  const form = useForm(open)
  const [busy, setBusy] = useState(false)
  const values = form.state.values as Introduction
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
              <FormField key={name} form={form} name={name} input={inputOf(name)} />
            ))}
          </Stack>
          <Group className="form-foot" justify="space-between">
            <Anchor component={Link} to="/admin" size="sm">
              Later
            </Anchor>
            <PublishButton form={form} type="submit" loading={busy}>
              Publish and continue
            </PublishButton>
          </Group>
        </FormBody>
      </Screen>
    </WithPreview>
  )
}
