import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { type Account, type SignUp, signUpSchema } from '../../model/accounts/account.ts'
import { parse } from '../../model/fields/parse.ts'
import { ApiError, call } from '../api/client.ts'
import { useFocusOnEmptyField } from '../form/focus-first.ts'
import { SubmitForm, useSubmit, useTextFields } from '../form/simple-form.tsx'
import { beginGoogle, expectWelcome, useAuth, useSignInOptions } from '../session/session.tsx'
import { Problem } from '../ui/problem.tsx'
import { NameInputs, NewPasswordInput } from './account-panels.tsx'
import { GoogleButton, SignedInNotice, SignInLayout, useFragment } from './sign-in.tsx'

type Field = Exclude<keyof SignUp, 'claim' | 'invite'>

/** With the link for the owner. */
const makeYours = 'Make this site yours'

const blank: Record<Field, string> = { name: '', surname: '', username: '', email: '', password: '' }

/** Creates an account, signs in and opens the public page. Labels: specification, section 2. */
const RegisterForm = ({ claim, invite }: { claim: string | undefined; invite: string | undefined }) => {
  const { values, field } = useTextFields(blank)
  const { refresh } = useAuth()
  useFocusOnEmptyField()

  const form = useSubmit(async () => {
    const input = parse(signUpSchema, { ...values, ...(claim ? { claim } : invite ? { invite } : {}) })
    await call('POST /api/auth/sign-up/email', { body: input })
    await call('POST /api/auth/sign-in/email', { body: { email: input.email, password: input.password } }).catch(
      (error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 401) throw error
        // Registering answers the same for an existing account, so it shows only here.
        throw new ApiError(
          'invalid',
          'You are not signed in. If you already have an account, log in with its password.',
        )
      },
    )
    await refresh()
    if (claim) expectWelcome()
    window.location.replace('/')
  })

  const input = (name: Field) => ({ ...field(name, form.problems), withAsterisk: false })

  return (
    <SubmitForm form={form}>
      <NameInputs field={input} />
      <TextInput label="Email address" type="email" autoComplete="username" {...input('email')} />
      <NewPasswordInput label="Password" {...input('password')} />
      <Button type="submit" loading={form.busy} fullWidth>
        {claim ? makeYours : 'Register'}
      </Button>
    </SubmitForm>
  )
}

const ClaimForm = ({ token, user }: { token: string; user: Account }) => {
  const { refresh } = useAuth()
  const { data: options } = useSignInOptions()
  const { submit, busy, problem } = useSubmit(async () => {
    await call('POST /api/owner-claims', { body: { token } })
    await refresh()
    window.location.replace('/admin/start')
  })
  return (
    <Stack gap="md">
      <Text size="sm">
        You are signed in as {user.name} {user.surname} ({user.email}). This link makes you the owner of the site, with
        full editing rights. It works once.{options?.claim === false && ' The current owner becomes a member.'}
      </Text>
      <Problem>{problem}</Problem>
      <Button onClick={submit} loading={busy} fullWidth>
        Become the owner
      </Button>
    </Stack>
  )
}

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
    <SignInLayout
      title={claim ? makeYours : 'Register'}
      notice={noticeFor(claim, invite, options?.registration)}
      foot={foot}
    >
      <SignedInNotice />
      <RegisterForm claim={claim} invite={invite} />
      {options?.google && <GoogleButton begin={() => beginGoogle('/', invite)}>Sign in with Google</GoogleButton>}
    </SignInLayout>
  )
}
