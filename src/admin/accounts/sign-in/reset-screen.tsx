import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { resetPasswordSchema } from '../../../model/accounts/account.ts'
import { parse } from '../../../model/fields/parse.ts'
import { ApiError } from '../../api/api-error.ts'
import { SubmitForm } from '../../form/submit-form.tsx'
import { useSubmit } from '../../form/use-submit.tsx'
import { useTextFields } from '../../form/use-text-fields.ts'
import { NewPasswordInput } from '../account-inputs.tsx'
import { session } from '../session-api.ts'
import { useAuth } from './auth-context.ts'
import { SignInLayout } from './sign-in-layout.tsx'
import { useFragment } from './use-fragment.ts'

const over = 'This link is not whole. Open it again from the email, or ask for a new one.'

const Done = ({ ended }: { ended: string }) => (
  <Stack gap="md" role="status">
    <Text size="sm">Your new password is set.{ended !== 'nothing' && ` Ended for safety: ${ended}.`}</Text>
    <Text size="sm" c="dimmed">
      A second step stays on: the next sign-in asks for its code.
    </Text>
    <Button component={Link} to="/login" fullWidth>
      Login
    </Button>
  </Stack>
)

const ResetForm = ({ token, done }: { token: string; done: (ended: string) => void }) => {
  const { dispatch } = useAuth()
  const { values, field } = useTextFields({ newPassword: '' })
  const [isOver, setOver] = useState(false)
  const form = useSubmit(async () => {
    const input = parse(resetPasswordSchema, { token, ...values })
    const { ended } = await session.resetPassword(input.token, input.newPassword).catch((error: unknown) => {
      setOver(error instanceof ApiError && error.code === 'gone')
      throw error
    })
    // A session of this browser ended with the others.
    dispatch({ type: 'LOGOUT' })
    done(ended)
  })
  return (
    <SubmitForm form={form}>
      {isOver ? (
        <Button component={Link} to="/login/forgot" fullWidth>
          Ask for a new link
        </Button>
      ) : (
        <>
          <NewPasswordInput {...field('newPassword', form.problems)} required={false} data-autofocus />
          <Text size="sm" c="dimmed">
            You are then signed out everywhere. Passkeys, a linked Google account and API tokens are removed.
          </Text>
          <Button type="submit" loading={form.busy} fullWidth>
            Set the password
          </Button>
        </>
      )}
    </SubmitForm>
  )
}

/** Sets a new password with the link of an email, `/login/reset#token=…`. */
export const ResetScreen = () => {
  const token = useFragment('token')
  const [ended, setEnded] = useState<string>()
  return (
    <SignInLayout
      title="New password"
      foot={
        <Anchor component={Link} to="/login" size="sm">
          Back to Login
        </Anchor>
      }
    >
      {ended !== undefined ? (
        <Done ended={ended} />
      ) : token ? (
        <ResetForm key={token} token={token} done={setEnded} />
      ) : (
        <Alert color="yellow" variant="light" p="xs">
          {over}{' '}
          <Anchor component={Link} to="/login/forgot" size="sm" underline="always">
            Ask for a new link
          </Anchor>
        </Alert>
      )}
    </SignInLayout>
  )
}
