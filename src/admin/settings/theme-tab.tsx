import { Fieldset, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { type Accent, accents } from '../../model/settings/settings.ts'
import { settingLabels } from './setting-labels.ts'
import type { SettingsForm } from './use-settings-form.ts'

const named = (accent: Accent) => `${accent.charAt(0).toUpperCase()}${accent.slice(1)}`

/** Colours of the public page. */
export const ThemeTab = ({ form }: { form: SettingsForm }) => {
  const { accent, appearance, name, role } = form.values
  return (
    <Stack gap="lg" className="fields">
      <Fieldset legend={settingLabels.accent} variant="unstyled" data-field="accent">
        <Text size="xs" c="dimmed" mb={6}>
          Accent colour. Every choice passes the contrast rules in light and dark.
        </Text>
        <div className="accents">
          {accents.map((value) => (
            <label key={value} className="accent" data-accent={value}>
              <input
                type="radio"
                name="accent"
                value={value}
                checked={value === accent}
                onChange={() => form.set('accent', value)}
                className="visually-hidden"
              />
              <span className="accent-swatch" aria-hidden />
              {named(value)}
            </label>
          ))}
        </div>
      </Fieldset>
      <div data-field="appearance">
        <Text size="sm" fw={600} mb={4} id="appearance-label">
          {settingLabels.appearance}
        </Text>
        <SegmentedControl
          aria-labelledby="appearance-label"
          value={appearance}
          onChange={(value) => form.set('appearance', value as typeof appearance)}
          data={[
            { value: 'auto', label: 'Visitor’s system' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      </div>
      <Group gap="sm" align="stretch" aria-hidden className="theme-samples">
        {(appearance === 'auto' ? (['light', 'dark'] as const) : [appearance]).map((scheme) => (
          <div key={scheme} className="theme-sample" data-accent={accent} data-scheme={scheme}>
            <span className="theme-name">{name || 'Your name'}</span>
            <span className="theme-role">{role || 'What you do'}</span>
            <span className="theme-button">Hire Me</span>
          </div>
        ))}
      </Group>
    </Stack>
  )
}
