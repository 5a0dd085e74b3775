import { Alert, Anchor, Button, Code, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { forgottenPasswordSchema, resetPasswordSchema } from '../../model/accounts/account.ts'
import { parse } from '../../model/fields/parse.ts'
import { ApiError, call } from '../api/client.ts'
import { SubmitForm, useSubmit, useTextFields } from '../form/simple-form.tsx'
import { useAuth, useSignInOptions } from '../session/session.tsx'
import { Loading } from '../ui/loading.tsx'
import { Problem } from '../ui/problem.tsx'
import { NewPasswordInput } from './account-panels.tsx'
import { SignInLayout, useFragment } from './sign-in.tsx'

const backToLogin = (
  <Anchor component={Link} to="/login" size="sm">
    Back to Login
  </Anchor>
)

const Asked = ({ email, again }: { email: string; again: () => void }) => (
  <Stack gap="md" role="status">
    <Text size="sm">
      If there is an account with the email address <strong>{email}</strong>, a link for a new password is on its way to
      it. The link works once, within an hour.
    </Text>
    <Text size="sm" c="dimmed">
      Nothing there? Look among the spam, and check the spelling of the address.
    </Text>
    <Button variant="default" onClick={again} fullWidth>
      Try another address
    </Button>
  </Stack>
)

const AskForm = () => {
  const [email, setEmail] = useState('')
  const [asked, setAsked] = useState<string>()
  const { submit, busy, problems, problem } = useSubmit(async () => {
    const input = parse(forgottenPasswordSchema, { email })
    await call('POST /api/password-resets', { body: input })
    setAsked(input.email)
  })
  if (asked !== undefined) return <Asked email={asked} again={() => setAsked(undefined)} />
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">We send a link to your email address with which you set a new password.</Text>
        <Problem>{problem}</Problem>
        <TextInput
          label="Email address"
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={email}
          error={problems.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy} fullWidth>
          Send the link
        </Button>
      </Stack>
    </form>
  )
}

const OnTheServer = () => (
  <Stack gap="sm">
    <Text size="sm">This site sends no email, so a new password is made on its server with this command:</Text>
    <Code block>vitrine owner reset-password EMAIL</Code>
    <Text size="sm" c="dimmed">
      Is the server not yours? Then ask the owner of the site.
    </Text>
  </Stack>
)

export const ForgotScreen = () => {
  const { data: options, error } = useSignInOptions()
  return (
    <SignInLayout title="Forgot your password?" foot={backToLogin}>
      {options?.resetByEmail || error ? <AskForm /> : options ? <OnTheServer /> : <Loading h={120} />}
    </SignInLayout>
  )
}

const NotWhole = () => (
  <Alert color="yellow" variant="light" p="xs">
    This link is not whole. Open it again from the email, or ask for a new one.{' '}
    <Anchor component={Link} to="/login/forgot" size="sm" underline="always">
      Ask for a new link
    </Anchor>
  </Alert>
)

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
    const { ended } = await call('POST /api/password-resets/completions', { body: input }).catch((error: unknown) => {
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

const DenyForm = ({ token, denied }: { token: string; denied: (reset: string) => void }) => {
  const form = useSubmit(async () => denied((await call('POST /api/sessions/denials', { body: { token } })).token))
  return (
    <SubmitForm form={form}>
      <Text size="sm">
        A device signed in to your account that you do not know? End its session here, then set a new password.
      </Text>
      <Button type="submit" loading={form.busy} fullWidth>
        End that session
      </Button>
    </SubmitForm>
  )
}

/** Ends the session of a device that an email told of, `/login/not-me#token=…`; opening it does nothing, since mail scanners open links. */
export const NotMeScreen = () => {
  const token = useFragment('token')
  const [reset, setReset] = useState<string>()
  const [ended, setEnded] = useState<string>()
  const step =
    ended !== undefined ? (
      <Done ended={ended} />
    ) : reset !== undefined ? (
      <>
        <Text size="sm" role="status">
          The session is ended. Whoever signed in knows your password: set a new one.
        </Text>
        <ResetForm token={reset} done={setEnded} />
      </>
    ) : token ? (
      <DenyForm key={token} token={token} denied={setReset} />
    ) : (
      <NotWhole />
    )
  return (
    <SignInLayout title={reset === undefined ? 'This was not me' : 'New password'} foot={backToLogin}>
      {step}
    </SignInLayout>
  )
}

/** Sets a new password with the link of an email, `/login/reset#token=…`. */
export const ResetScreen = () => {
  const token = useFragment('token')
  const [ended, setEnded] = useState<string>()
  return (
    <SignInLayout title="New password" foot={backToLogin}>
      {ended !== undefined ? (
        <Done ended={ended} />
      ) : token ? (
        <ResetForm key={token} token={token} done={setEnded} />
      ) : (
        <NotWhole />
      )}
    </SignInLayout>
  )
}
