import { Alert, Button, Group, Text } from '@mantine/core'
import { settingLabels } from './setting-labels.ts'
import type { SettingsForm } from './use-settings-form.ts'

/** Asks which value to keep when a setting was also saved elsewhere. */
export const ConflictNotice = ({ form }: { form: SettingsForm }) => (
  <div role="alert">
    {form.conflicts.length > 0 && (
      <Alert color="yellow" variant="light" title="Changed in two places">
        <Text size="sm">
          Another version was saved of: {form.conflicts.map((name) => settingLabels[name]).join(', ')}. Your text is
          still here.
        </Text>
        <Group gap="xs" mt="sm">
          <Button size="xs" onClick={() => form.resolve('mine')}>
            Keep mine
          </Button>
          <Button size="xs" variant="default" onClick={() => form.resolve('theirs')}>
            Use the other version
          </Button>
        </Group>
      </Alert>
    )}
  </div>
)
