import { Button, PasswordInput, Stack } from '@mantine/core'
import { changePasswordSchema, setPasswordSchema } from '../../model/accounts/account.ts'
import { parse } from '../../model/fields/parse.ts'
import { queryClient } from '../api/query-client.ts'
import { Problem, useSubmit } from '../form/use-submit.tsx'
import { useTextFields } from '../form/use-text-fields.ts'
import { Panel } from '../ui/panel.tsx'
import { toast } from '../ui/toast/toast.ts'
import { account, useSignInMethods } from './account-api.ts'

const blank = { currentPassword: '', newPassword: '' }

/** Changes the password, which ends all other sessions. Accounts that use Google set their first one. */
export const PasswordPanel = () => {
  const { data } = useSignInMethods()
  const first = data?.password === false
  const { values, setValues, field } = useTextFields(blank)
  const { submit, busy, problems, problem } = useSubmit(async () => {
    if (first) await account.setPassword(parse(setPasswordSchema, { newPassword: values.newPassword }).newPassword)
    else {
      const { currentPassword, newPassword } = parse(changePasswordSchema, values)
      await account.changePassword(currentPassword, newPassword)
    }
    setValues(blank)
    await queryClient.invalidateQueries({ queryKey: [first ? 'sign-in-methods' : 'sessions'] })
    toast(first ? 'Password set' : 'Password changed; all other devices signed out')
  })

  return (
    <Panel
      title="Password"
      lead={
        first ? 'You sign in with Google. You can set a password as well.' : 'Changing it signs out all other devices.'
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Problem>{problem}</Problem>
          {!first && (
            <PasswordInput
              label="Current password"
              autoComplete="current-password"
              {...field('currentPassword', problems)}
            />
          )}
          <PasswordInput
            label="New password"
            description="At least 8 characters; four words in a row are easy to remember."
            autoComplete="new-password"
            {...field('newPassword', problems)}
          />
          <Button
            type="submit"
            loading={busy}
            disabled={!(first || values.currentPassword) || !values.newPassword}
            w="fit-content"
          >
            {first ? 'Set a password' : 'Change password'}
          </Button>
        </Stack>
      </form>
    </Panel>
  )
}
