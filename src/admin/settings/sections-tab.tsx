import { Fieldset, Stack, Switch, Text, TextInput } from '@mantine/core'
import { sections as outlines } from '../../model/sections/sections.ts'
import { Sortable } from '../ui/sorting/sortable.tsx'
import { ListSetting } from './list-setting.tsx'
import { settingLabels } from './setting-labels.ts'
import type { SettingsForm } from './use-settings-form.ts'

const digits = (text: string) => Number(text.replaceAll(/\D/g, '').slice(0, 7))

/** What stands on the page, and in which order. */
export const SectionsTab = ({ form }: { form: SettingsForm }) => {
  const { sections } = form.values
  return (
    <Stack gap="lg" className="fields">
      <Fieldset legend={settingLabels.sections} variant="unstyled" data-field="sections">
        <Text size="xs" c="dimmed" mb={6}>
          Drag to reorder, or Space and the arrow keys on a handle. A section without content is left out by itself.
        </Text>
        <Sortable
          count={sections.length}
          nameOf={(at) => outlines[sections[at]?.id ?? 'home'].label}
          fixed={(at) => at === 0}
          move={(from, to) => {
            const next = [...sections]
            next.splice(to, 0, ...next.splice(from, 1))
            form.set('sections', next)
          }}
        >
          {(at) => {
            const { id, visible } = sections[at] ?? { id: 'home', visible: true }
            return (
              <Switch
                className="section-switch"
                labelPosition="left"
                label={outlines[id].label}
                checked={visible}
                onChange={({ currentTarget: { checked } }) =>
                  form.set(
                    'sections',
                    sections.map((section) => (section.id === id ? { id, visible: checked } : section)),
                  )
                }
              />
            )
          }}
        </Sortable>
        {form.problems.sections && (
          <Text size="xs" c="red" role="alert">
            {form.problems.sections}
          </Text>
        )}
      </Fieldset>
      <ListSetting
        form={form}
        setting="counters"
        one="Counter"
        description="Large numerals in Resume that count up when they are seen."
        blank={{ value: 0, label: '' }}
        most={4}
        fields={[
          {
            label: 'Value',
            key: 'value',
            get: ({ value }) => String(value),
            set: (item, text) => ({ ...item, value: digits(text) }),
            inputMode: 'numeric',
          },
          {
            label: 'Label',
            key: 'label',
            get: ({ label }) => label,
            set: (item, label) => ({ ...item, label }),
            maxLength: 40,
            grow: 2,
          },
        ]}
      />
      <TextInput
        data-field="copyrightSince"
        label={settingLabels.copyrightSince}
        description="The first year in the footer; this year follows by itself."
        styles={{ input: { width: '8rem' } }}
        inputMode="numeric"
        value={form.values.copyrightSince || ''}
        onChange={(event) => form.set('copyrightSince', digits(event.currentTarget.value))}
        error={form.problems.copyrightSince}
      />
    </Stack>
  )
}
