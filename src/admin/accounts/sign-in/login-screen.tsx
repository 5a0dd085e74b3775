import { Anchor } from '@mantine/core'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { nextPath } from '../../../model/accounts/next-path.ts'
import { session, useSignInOptions } from '../session-api.ts'
import { useAuth } from './auth-context.ts'
import { GoogleButton } from './google-button.tsx'
import { googleFailure } from './google-failure.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import { SignedInNotice } from './signed-in-notice.tsx'

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
          {options?.google && (
            <GoogleButton configured hint="" begin={() => session.google(next)}>
              Sign in with Google
            </GoogleButton>
          )}
        </>
      )}
    </SignInLayout>
  )
}
