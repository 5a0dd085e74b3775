import { TextInput, type TextInputProps } from '@mantine/core'
import type { Settings } from '../../model/settings/settings.ts'
import { settingLabels } from './setting-labels.ts'
import type { SettingsForm } from './use-settings-form.ts'

type LineName = { [K in keyof Settings]: Settings[K] extends string ? K : never }[keyof Settings]

interface Props extends Omit<TextInputProps, 'form'> {
  form: SettingsForm
  setting: LineName
}

/** Setting with one line of text. */
export const LineSetting = ({ form, setting, ...props }: Props) => (
  <TextInput
    data-field={setting}
    label={settingLabels[setting]}
    value={form.values[setting]}
    onChange={(event) => form.set(setting, event.currentTarget.value)}
    error={form.problems[setting]}
    {...props}
  />
)
