import { NativeSelect, Stack } from '@mantine/core'
import { historyYears } from '../../model/settings/settings.ts'
import { settingLabels } from './setting-labels.ts'
import type { SettingsForm } from './use-settings-form.ts'

const choices = historyYears.map((years) => ({
  value: String(years),
  label: years === 0 ? 'Forever' : years === 1 ? '1 year' : `${years} years`,
}))

/** Retention of the history. */
export const HistoryTab = ({ form }: { form: SettingsForm }) => (
  <Stack gap="lg" className="fields">
    <NativeSelect
      label={settingLabels.historyYears}
      description="Older changes are deleted permanently and can no longer be undone. Your content stays. Health shows the size of the history."
      data={choices}
      value={String(form.values.historyYears)}
      onChange={(event) => {
        const years = historyYears.find((one) => String(one) === event.currentTarget.value)
        if (years !== undefined) form.set('historyYears', years)
      }}
      error={form.problems.historyYears}
      styles={{ wrapper: { width: '10rem' } }}
    />
  </Stack>
)
