import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { session, useSignInOptions } from '../session-api.ts'
import { useAuth } from './auth-context.ts'
import { ClaimForm } from './claim-form.tsx'
import { GoogleButton } from './google-button.tsx'
import { RegisterForm } from './register-form.tsx'
import { SignInLayout } from './sign-in-layout.tsx'

/** Token of the claim link, `/register#claim=…`. A fragment never reaches a log. */
const claimToken = () => new URLSearchParams(window.location.hash.slice(1)).get('claim') ?? undefined

const noticeFor = (claim: string | undefined, registration: boolean | undefined) => {
  if (claim) return 'This link makes you the owner of the site.'
  if (registration === false) return 'Registration is closed. Ask the owner of the site for an account.'
  return undefined
}

/** Specification, section 2. With `#claim=…` the new account becomes the owner. */
export const RegisterScreen = () => {
  const [claim] = useState(claimToken)
  const { user } = useAuth()
  const { data: options } = useSignInOptions()
  const foot = (
    <Anchor component={Link} to={`/login${window.location.hash}`} size="sm">
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
    <SignInLayout title="Register" notice={noticeFor(claim, options?.registration)} foot={foot}>
      <RegisterForm claim={claim} />
      <GoogleButton configured={options?.google} hint="Use the form above." begin={() => session.google('/')}>
        Sign in with Google
      </GoogleButton>
    </SignInLayout>
  )
}
