import { Button, PasswordInput, Stack } from '@mantine/core'
import { useState } from 'react'
import { changePasswordSchema } from '../../../model/account.ts'
import { parse } from '../../../model/parse.ts'
import { account } from '../../api/account.ts'
import { queryClient } from '../../api/query-client.ts'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toast.ts'
import { useSubmit } from '../../ui/use-submit.ts'

const blank = { currentPassword: '', newPassword: '' }
const toggle = { 'aria-label': 'Show or hide the characters' }

/** A new password ends every other session. */
export const PasswordPanel = () => {
  const [values, setValues] = useState(blank)
  const { submit, busy, problems, problem } = useSubmit(async () => {
    const { currentPassword, newPassword } = parse(changePasswordSchema, values)
    await account.changePassword(currentPassword, newPassword)
    setValues(blank)
    await queryClient.invalidateQueries({ queryKey: ['sessions'] })
    toast('Password changed; every other device is signed out')
  })
  return (
    <Panel title="Password" lead="Changing it signs every other device out.">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Problem>{problem}</Problem>
          <PasswordInput
            label="Current password"
            name="currentPassword"
            autoComplete="current-password"
            required
            value={values.currentPassword}
            onChange={(event) => setValues({ ...values, currentPassword: event.currentTarget.value })}
            error={problems.currentPassword}
            visibilityToggleButtonProps={toggle}
          />
          <PasswordInput
            label="New password"
            name="newPassword"
            description="At least 8 characters; four words in a row are easy to remember."
            autoComplete="new-password"
            required
            value={values.newPassword}
            onChange={(event) => setValues({ ...values, newPassword: event.currentTarget.value })}
            error={problems.newPassword}
            visibilityToggleButtonProps={toggle}
          />
          <Button
            type="submit"
            loading={busy}
            disabled={!values.currentPassword || !values.newPassword}
            w="fit-content"
          >
            Change password
          </Button>
        </Stack>
      </form>
    </Panel>
  )
}
