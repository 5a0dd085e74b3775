import { Button, PasswordInput } from '@mantine/core'
import { changePasswordSchema, setPasswordSchema } from '../../model/accounts/account.ts'
import { parse } from '../../model/fields/parse.ts'
import { queryClient } from '../api/query-client.ts'
import { SubmitForm } from '../form/submit-form.tsx'
import { useSubmit } from '../form/use-submit.tsx'
import { useTextFields } from '../form/use-text-fields.ts'
import { Panel } from '../ui/panel.tsx'
import { toast } from '../ui/toast/toast.ts'
import { account, useSignInMethods } from './account-api.ts'
import { NewPasswordInput } from './account-inputs.tsx'

const blank = { currentPassword: '', newPassword: '' }

/** Changes the password, which ends all other sessions. Accounts that use Google set their first one. */
export const PasswordPanel = () => {
  const { data } = useSignInMethods()
  const first = data?.password === false
  const { values, setValues, field } = useTextFields(blank)
  const form = useSubmit(async () => {
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
      <SubmitForm form={form}>
        {!first && (
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...field('currentPassword', form.problems)}
          />
        )}
        <NewPasswordInput {...field('newPassword', form.problems)} />
        <Button
          type="submit"
          loading={form.busy}
          disabled={!(first || values.currentPassword) || !values.newPassword}
          w="fit-content"
        >
          {first ? 'Set a password' : 'Change password'}
        </Button>
      </SubmitForm>
    </Panel>
  )
}
