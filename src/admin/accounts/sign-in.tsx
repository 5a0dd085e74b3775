import {
  Alert,
  Anchor,
  Button,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
  useComputedColorScheme,
} from '@mantine/core'
import KeyRound from 'lucide-react/icons/key-round'
import { type CSSProperties, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { signInFailed } from '../../model/accounts/account.ts'
import { nextPath } from '../../model/accounts/app-path.ts'
import { ApiError, type ApiErrorCode, asApiError, call } from '../api/client.ts'
import { useSubmit } from '../form/simple-form.tsx'
import { beginGoogle, useAuth, useSignInOptions } from '../session/session.tsx'
import { haveFonts, pageFonts } from '../ui/page-fonts.ts'
import { Problem } from '../ui/problem.tsx'
import { passkeys } from './account-api.ts'

/** Colours and type of the owner's page for this screen; none until they are known. */
const usePageLook = (): CSSProperties | undefined => {
  const { data } = useSignInOptions()
  const scheme = useComputedColorScheme('light')
  const look = data?.look
  const family = look && `Page ${look.display.family}`
  useEffect(() => (look ? haveFonts(pageFonts(look.faces, (name) => `Page ${name}`)) : undefined), [look])
  if (!look) return undefined
  const { paper, wash, ink, muted, accent, danger } = look[scheme]
  const edge = `color-mix(in oklab, ${muted} 70%, ${paper})`
  return {
    '--page-family': `"${family}"`,
    '--page-weight': look.display.weight,
    '--vitrine-surface': paper,
    '--vitrine-on-accent': paper,
    '--mantine-color-body': paper,
    '--mantine-color-text': ink,
    '--mantine-color-dimmed': muted,
    '--mantine-color-placeholder': muted,
    '--mantine-color-anchor': accent,
    '--mantine-color-error': danger,
    '--mantine-color-default': paper,
    '--mantine-color-default-color': ink,
    '--mantine-color-default-hover': wash,
    '--mantine-color-default-border': edge,
    '--mantine-primary-color-filled': accent,
    '--mantine-primary-color-filled-hover': `color-mix(in oklab, ${accent} 86%, ${ink})`,
    '--mantine-primary-color-light': wash,
    '--mantine-primary-color-light-color': ink,
  } as CSSProperties
}

interface SignInLayoutProps {
  title: string
  notice?: ReactNode
  foot: ReactNode
  children: ReactNode
}

export const SignInLayout = ({ title, notice, foot, children }: SignInLayoutProps) => {
  useEffect(() => {
    document.title = `${title} · Vitrine`
  }, [title])
  return (
    <main className="sign-in" style={usePageLook()}>
      <Anchor href="/" className="wordmark" underline="never">
        Vitrine
      </Anchor>
      <Paper className="sign-in-card" withBorder>
        <Stack gap="md">
          <Title order={1}>{title}</Title>
          {notice && (
            <Alert variant="light" p="xs" role="status">
              {notice}
            </Alert>
          )}
          {children}
        </Stack>
      </Paper>
      <Group justify="space-between" gap="8px 24px" className="sign-in-foot">
        {foot}
        <Anchor href="/" size="sm" c="dimmed">
          Back to the site
        </Anchor>
      </Group>
    </main>
  )
}

/** Says who is signed in already, with a way to their account. */
export const SignedInNotice = () => {
  const { user } = useAuth()
  if (!user) return null
  return (
    <Text size="sm">
      You are signed in as {user.name} {user.surname}.{' '}
      <Anchor component={Link} to={user.role === 'owner' ? '/admin/user' : '/account'} size="sm" underline="always">
        Your account
      </Anchor>
    </Text>
  )
}

const messages: Record<string, string> = {
  access_denied: 'Access was denied at Google. Try again, or use your password.',
  account_not_linked:
    'An account with this email address already exists. Sign in with its password, then link Google in your account.',
  account_already_linked_to_different_user: 'This Google account is linked to another account.',
  email_not_verified: 'Google has not verified this email address, so it cannot be used here.',
  invitation_gone:
    'This invitation does not work any more: it was used or revoked, or its time is over. Ask for a new one.',
  linked_already: 'Another Google account is linked to yours. Unlink it first.',
  registered_too_often: 'Too many accounts were made within an hour. Try again later.',
  registration_closed: 'No account has this email address, and registration is closed.',
  unable_to_link_account: 'Google was not linked: it has not verified the email address of that account.',
  signed_out_meanwhile: 'Google was not linked because you were signed out. Sign in and link it again.',
  state_mismatch: 'Signing in with Google took too long or was started in another window. Try again.',
}

/** Message for a failed Google sign-in. Other text of the URL is never shown, since anyone can craft one. */
export const googleFailure = (code: string): string =>
  messages[code.toLowerCase()] ?? 'Signing in with Google failed. Try again, or use your password.'

/** Goes to Google. Only for sites where Google is set up. */
export const GoogleButton = ({ begin, children }: { begin: () => Promise<{ url: string }>; children: ReactNode }) => {
  const { submit, busy, problem } = useSubmit(async () => window.location.assign((await begin()).url))
  return (
    <div>
      <Button variant="default" fullWidth onClick={submit} loading={busy}>
        {children}
      </Button>
      <Text size="sm" c="dimmed" mt={4} role="status">
        {problem}
      </Text>
    </div>
  )
}

const notUsed = new ApiError('invalid', 'The passkey was not used. Try again, or use your password.')

/** Signs in with a passkey. Hidden where the browser does not support them. */
export const PasskeyButton = ({ onSignedIn }: { onSignedIn: () => Promise<unknown> }) => {
  const { submit, busy, problem } = useSubmit(async () => {
    await passkeys.signIn().catch((error: unknown) => {
      throw error instanceof ApiError ? error : notUsed
    })
    await onSignedIn()
  })
  if (!passkeys.supported()) return null
  return (
    <div>
      <Button
        variant="default"
        fullWidth
        onClick={submit}
        loading={busy}
        leftSection={<KeyRound size={16} aria-hidden />}
      >
        Use a passkey
      </Button>
      <Text size="sm" c="var(--mantine-color-error)" mt={4} role="alert">
        {problem}
      </Text>
    </div>
  )
}

const SecondFactorForm = ({
  onSignedIn,
  startAgain,
}: {
  onSignedIn: () => Promise<unknown>
  startAgain: () => void
}) => {
  const [recovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const { submit, busy, problems, problem } = useSubmit(async () => {
    const verified = recovery
      ? call('POST /api/auth/two-factor/verify-backup-code', { body: { code: code.trim() } })
      : call('POST /api/auth/two-factor/verify-totp', { body: { code: code.replaceAll(/\s/g, '') } })
    await verified.catch((error: unknown) => {
      setCode('')
      throw error
    })
    await onSignedIn()
  })

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          {recovery
            ? 'Enter one of your recovery codes. Each works once.'
            : 'Enter the six digits from your authenticator app.'}
        </Text>
        <Problem>{problem}</Problem>
        <TextInput
          key={String(recovery)}
          label={recovery ? 'Recovery code' : 'Code'}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          inputMode={recovery ? 'text' : 'numeric'}
          required
          withAsterisk={false}
          autoFocus
          data-autofocus
          value={code}
          error={problems.code}
          onChange={(event) => setCode(event.currentTarget.value)}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <Button type="submit" loading={busy} fullWidth>
          Continue
        </Button>
        <Group justify="space-between">
          <Anchor component="button" type="button" size="sm" onClick={() => setRecovery(!recovery)}>
            {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
          </Anchor>
          <Anchor component="button" type="button" size="sm" onClick={startAgain}>
            Start again
          </Anchor>
        </Group>
      </Stack>
    </form>
  )
}

const serverFailures: ReadonlySet<ApiErrorCode> = new Set(['offline', 'unavailable', 'too-many', 'internal'])

/** Email address or username, and password, then the second step if it is on. Labels: specification, section 2. */
export const SignInForm = ({ email: known, onSignedIn }: { email?: string; onSignedIn: () => Promise<unknown> }) => {
  const [email, setEmail] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [secondStep, setSecondStep] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)

  const { submit, busy, problem } = useSubmit(async () => {
    const { twoFactorRedirect } = await call('POST /api/auth/sign-in/email', { body: { email, password } }).catch(
      (error: unknown) => {
        passwordField.current?.select()
        // Never reveals which of the two is wrong. Failures of the server are shown as they are.
        const { code } = asApiError(error)
        throw serverFailures.has(code) ? error : new ApiError('unauthenticated', signInFailed)
      },
    )
    if (twoFactorRedirect) setSecondStep(true)
    else await onSignedIn()
  })

  // The browser checks an email address; a username is none.
  const submitChecked = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = [...event.currentTarget.querySelectorAll('input')].find(
      ({ name, value, validity }) =>
        !validity.valid && (name !== 'email' || value.trim() === '' || value.includes('@')),
    )
    if (wrong) wrong.reportValidity()
    else void submit(event)
  }

  if (secondStep) return <SecondFactorForm onSignedIn={onSignedIn} startAgain={() => setSecondStep(false)} />
  return (
    <form onSubmit={submitChecked} noValidate>
      <Stack gap="md">
        <Problem>{problem}</Problem>
        <TextInput
          label="Email address"
          description={known === undefined && 'Or your username.'}
          placeholder="Enter email"
          type="email"
          autoCapitalize="none"
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

/** Specification, section 2: labels, link, and `/` after signing in. */
export const LoginScreen = () => {
  const { refresh } = useAuth()
  const { data: options } = useSignInOptions()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { hash } = useLocation()
  const next = nextPath(params.get('next'))
  const failure = params.get('error')

  const onSignedIn = async () => {
    const user = await refresh()
    if (user?.role === 'owner' && /^\/admin(?:[/?#]|$)/.test(next)) await navigate(next, { replace: true })
    else window.location.replace(user?.role !== 'owner' && next.startsWith('/admin') ? '/' : next)
  }
  const startAgain = () => navigate(`/login?next=${encodeURIComponent(next)}`, { replace: true })

  return (
    <SignInLayout
      title="Login"
      notice={failure === null ? undefined : googleFailure(failure)}
      foot={
        <Anchor component={Link} to={`/register${hash}`} size="sm">
          Don't have an account?
        </Anchor>
      }
    >
      {params.get('step') === 'code' ? (
        <SecondFactorForm onSignedIn={onSignedIn} startAgain={startAgain} />
      ) : (
        <>
          <SignedInNotice />
          <SignInForm onSignedIn={onSignedIn} />
          <Anchor component={Link} to="/login/forgot" size="sm">
            Forgot your password?
          </Anchor>
          <PasskeyButton onSignedIn={onSignedIn} />
          {options?.google && <GoogleButton begin={() => beginGoogle(next)}>Sign in with Google</GoogleButton>}
        </>
      )}
    </SignInLayout>
  )
}

/**
 * A value of the URL's fragment, such as the token of `/register#claim=…`. A fragment never reaches a log. It is read again when a link
 * is opened in a tab that already shows the screen.
 */
export const useFragment = (name: string): string | undefined =>
  new URLSearchParams(useLocation().hash.slice(1)).get(name) ?? undefined
