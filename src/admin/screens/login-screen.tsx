import { Anchor } from '@mantine/core'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { nextPath } from '../../model/next-path.ts'
import { useAuth } from '../auth/auth-context.ts'
import { leaveTo } from '../auth/leave-to.ts'
import { PasskeyButton } from '../auth/passkey-button.tsx'
import { SignInForm } from '../auth/sign-in-form.tsx'
import { DoorScreen } from '../ui/door-screen.tsx'

/** Specification, section 2: labels, link, and `/` after signing in. */
export const LoginScreen = () => {
  const { refresh } = useAuth()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const next = nextPath(params.get('next'))

  const goOn = async () => {
    const user = await refresh()
    if (user?.role === 'owner' && /^\/admin(?:[/?#]|$)/.test(next)) await navigate(next, { replace: true })
    else leaveTo(user?.role !== 'owner' && next.startsWith('/admin') ? '/' : next)
  }

  return (
    <DoorScreen
      title="Login"
      notice={
        params.has('error') ? 'Signing in with Google did not work. Use your e-mail address and password.' : undefined
      }
      foot={
        <Anchor component={Link} to={`/register${window.location.hash}`} size="sm">
          Don't have an account?
        </Anchor>
      }
    >
      <SignInForm onSignedIn={goOn} />
      <PasskeyButton onSignedIn={goOn} />
    </DoorScreen>
  )
}
