import { Alert, Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { resetPasswordSchema } from '../../../model/accounts/account.ts'
import { parse } from '../../../model/fields/parse.ts'
import { ApiError } from '../../api/api-error.ts'
import { Problem, useSubmit } from '../../form/use-submit.tsx'
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
  const [newPassword, setNewPassword] = useState('')
  const [isOver, setOver] = useState(false)
  const { submit, busy, problems, problem } = useSubmit(async () => {
    const input = parse(resetPasswordSchema, { token, newPassword })
    const { ended } = await session.resetPassword(input.token, input.newPassword).catch((error: unknown) => {
      setOver(error instanceof ApiError && error.code === 'gone')
      throw error
    })
    // A session of this browser ended with the others.
    dispatch({ type: 'LOGOUT' })
    done(ended)
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Problem>{problem}</Problem>
        {isOver ? (
          <Button component={Link} to="/login/forgot" fullWidth>
            Ask for a new link
          </Button>
        ) : (
          <>
            <PasswordInput
              label="New password"
              name="newPassword"
              autoComplete="new-password"
              description="At least 8 characters; four words in a row are easy to remember."
              data-autofocus
              value={newPassword}
              error={problems.newPassword}
              onChange={(event) => setNewPassword(event.currentTarget.value)}
            />
            <Text size="sm" c="dimmed">
              You are then signed out everywhere. Passkeys, a linked Google account and API tokens are removed.
            </Text>
            <Button type="submit" loading={busy} fullWidth>
              Set the password
            </Button>
          </>
        )}
      </Stack>
    </form>
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
