import { Anchor } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { session, useSignInOptions } from '../session-api.ts'
import { useAuth } from './auth-context.ts'
import { ClaimForm } from './claim-form.tsx'
import { GoogleButton } from './google-button.tsx'
import { RegisterForm } from './register-form.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import { SignedInNotice } from './signed-in-notice.tsx'
import { useFragment } from './use-fragment.ts'

const noticeFor = (claim: string | undefined, invite: string | undefined, registration: boolean | undefined) => {
  if (claim) return 'This link makes you the owner of the site.'
  if (invite) return 'You are invited to make an account. The invitation works once.'
  if (registration === false) return 'Registration is closed. Ask the owner of the site for an invitation.'
  return undefined
}

/** Specification, section 2. With `#claim=…` the new account becomes the owner; `#invite=…` opens a closed registration. */
export const RegisterScreen = () => {
  const claim = useFragment('claim')
  const invite = useFragment('invite')
  const { hash } = useLocation()
  const { user } = useAuth()
  const { data: options } = useSignInOptions()
  const foot = (
    <Anchor component={Link} to={`/login${hash}`} size="sm">
      Already have an account?
    </Anchor>
  )
  if (claim && user)
    return (
      <SignInLayout title="Become the owner" foot={foot}>
        <ClaimForm token={claim} user={user} />
      </SignInLayout>
    )
  return (
    <SignInLayout title="Register" notice={noticeFor(claim, invite, options?.registration)} foot={foot}>
      <SignedInNotice />
      <RegisterForm claim={claim} invite={invite} />
      <GoogleButton configured={options?.google} hint="Use the form above." begin={() => session.google('/', invite)}>
        Sign in with Google
      </GoogleButton>
    </SignInLayout>
  )
}
