import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { signInFailed } from '../../model/account.ts'
import { asApiError } from '../api/api-error.ts'
import { session } from '../api/session.ts'
import { SecondFactorForm } from './second-factor-form.tsx'

interface Props {
  /** Known already, when an ended session is taken up again. */
  email?: string
  onSignedIn: () => Promise<unknown>
}

/** E-mail address and password, then the second factor where there is one. Labels: specification, section 2. */
export const SignInForm = ({ email: known, onSignedIn }: Props) => {
  const [email, setEmail] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [secondStep, setSecondStep] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      const { twoFactorRedirect } = await session.signIn(email, password)
      if (twoFactorRedirect) setSecondStep(true)
      else await onSignedIn()
    } catch (error) {
      const { code, message } = asApiError(error)
      // Which of the two is wrong is nobody's business; that the server is away or tries ran out is not about them.
      setProblem(['offline', 'unavailable', 'too-many', 'internal'].includes(code) ? message : signInFailed)
      passwordField.current?.select()
    } finally {
      setBusy(false)
    }
  }

  if (secondStep) return <SecondFactorForm onSignedIn={onSignedIn} again={() => setSecondStep(false)} />
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <div role="alert">
          {problem && (
            <Alert color="red" variant="light" p="xs">
              {problem}
            </Alert>
          )}
        </div>
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
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the characters' }}
        />
        <Button type="submit" loading={busy} fullWidth>
          Login
        </Button>
      </Stack>
    </form>
  )
}
