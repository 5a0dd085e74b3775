import { Group, Stack } from '@mantine/core'
import { type Settings, settingFields } from '../../model/settings/settings.ts'
import { type Form, FormField } from '../form/form.tsx'
import { SegmentedInput } from '../form/inputs/choice-inputs.tsx'
import { settingInputs } from '../form/inputs/field-inputs.tsx'
import { type Input, lateInput } from '../form/inputs/input.ts'
import { FileLinkInput } from '../form/inputs/link-inputs.tsx'
import { AccentInput } from './accent-input.tsx'
import { CategoryListInput } from './category-list-input.tsx'
import { HourInput } from './hour-input.tsx'
import { useMail } from './mail-api.ts'

export type SettingName = keyof Settings

const ownInputs: Partial<Record<SettingName, Input>> = {
  accent: AccentInput,
  categories: CategoryListInput,
  cv: FileLinkInput,
  cvDesign: SegmentedInput,
  cvPaper: SegmentedInput,
  appearance: SegmentedInput,
  digestHour: HourInput,
  notices: SegmentedInput,
  sections: lateInput(async () => (await import('./sections-input.tsx')).SectionsInput, 420),
  resumeOrder: lateInput(async () => (await import('./sections-input.tsx')).OrderInput, 260),
}

const inputOf = (name: SettingName): Input => {
  const { kind } = settingFields[name]
  return ownInputs[name] ?? settingInputs[kind as keyof typeof settingInputs]
}

/** Settings that matter only with others. */
const isShown = (name: SettingName, { notices, acknowledge }: Settings) =>
  (name !== 'digestHour' || notices === 'daily') && (name !== 'acknowledgement' || acknowledge)

const ThemeSamples = ({ accent, appearance, name, role }: Settings) => (
  <Group gap="sm" align="stretch" aria-hidden className="theme-samples">
    {(appearance === 'auto' ? ['light', 'dark'] : [appearance]).map((scheme) => (
      <div key={scheme} className="theme-sample" data-accent={accent} data-scheme={scheme}>
        <span className="theme-name">{name || 'Your name'}</span>
        <span className="theme-role">{role || 'What you do'}</span>
        <span className="theme-button">Hire Me</span>
      </div>
    ))}
  </Group>
)

/** Switch of the confirmations, which not every transport can send. */
const Acknowledge = ({ form, field }: { form: Form; field: (typeof settingFields)['acknowledge'] }) => {
  const { data } = useMail()
  const help = data?.transport === 'emailjs' && 'EmailJS sends to you only. Set up SMTP to send to visitors.'
  return (
    <FormField form={form} name="acknowledge" input={settingInputs.flag} field={help ? { ...field, help } : field} />
  )
}

export const SettingFields = ({ form, names }: { form: Form; names: readonly SettingName[] }) => {
  const values = form.state.values as Settings
  return (
    <Stack gap="lg" className="fields">
      {names
        .filter((name) => isShown(name, values))
        .map((name) =>
          name === 'acknowledge' ? (
            <Acknowledge key={name} form={form} field={settingFields.acknowledge} />
          ) : (
            <FormField key={name} form={form} name={name} input={inputOf(name)} />
          ),
        )}
      {names.includes('accent') && <ThemeSamples {...values} />}
    </Stack>
  )
}
