import { Stack, Switch } from '@mantine/core'
import type { SettingsForm } from './use-settings-form.ts'

/** Who may come in. */
export const AccessTab = ({ form }: { form: SettingsForm }) => (
  <Stack gap="lg" className="fields">
    <Switch
      label="Anyone may register"
      description="Who registers is a member and may edit nothing. Closed: nobody new gets an account."
      checked={form.values.registration}
      onChange={(event) => form.set('registration', event.currentTarget.checked)}
    />
  </Stack>
)
