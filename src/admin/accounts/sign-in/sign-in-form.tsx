import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { signInFailed } from '../../../model/accounts/account.ts'
import { ApiError, type ApiErrorCode, asApiError } from '../../api/api-error.ts'
import { Problem, useSubmit } from '../../form/use-submit.tsx'
import { session } from '../session-api.ts'
import { SecondFactorForm } from './second-factor-form.tsx'

const serverFailures: ReadonlySet<ApiErrorCode> = new Set(['offline', 'unavailable', 'too-many', 'internal'])

interface Props {
  email?: string
  onSignedIn: () => Promise<unknown>
}

/** Email address and password, then the second step if it is on. Labels: specification, section 2. */
export const SignInForm = ({ email: known, onSignedIn }: Props) => {
  const [email, setEmail] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [secondStep, setSecondStep] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)

  const { submit, busy, problem } = useSubmit(async () => {
    const { twoFactorRedirect } = await session.signIn(email, password).catch((error: unknown) => {
      passwordField.current?.select()
      // Never reveals which of the two is wrong. Failures of the server are shown as they are.
      const { code } = asApiError(error)
      throw serverFailures.has(code) ? error : new ApiError('unauthenticated', signInFailed)
    })
    if (twoFactorRedirect) setSecondStep(true)
    else await onSignedIn()
  })

  if (secondStep) return <SecondFactorForm onSignedIn={onSignedIn} startAgain={() => setSecondStep(false)} />
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Problem>{problem}</Problem>
        <TextInput
          label="Email address"
          placeholder="Enter email"
          type="email"
          name="email"
          autoComplete="username webauthn"
          required
          withAsterisk={false}
          readOnly={known !== undefined}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          ref={passwordField}
          label="Password"
          placeholder="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy} fullWidth>
          Login
        </Button>
      </Stack>
    </form>
  )
}
