import { Stack, Switch } from '@mantine/core'
import type { SettingsForm } from './use-settings-form.ts'

/** Settings of registration. */
export const AccessTab = ({ form }: { form: SettingsForm }) => (
  <Stack gap="lg" className="fields">
    <Switch
      label="Anyone may register"
      description="New accounts are members and cannot edit. Off: nobody can register."
      checked={form.values.registration}
      onChange={(event) => form.set('registration', event.currentTarget.checked)}
    />
  </Stack>
)
