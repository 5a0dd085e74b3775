import { Anchor, Button, Code, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { forgottenPasswordSchema } from '../../../model/accounts/account.ts'
import { parse } from '../../../model/fields/parse.ts'
import { Problem, useSubmit } from '../../form/use-submit.tsx'
import { Loading } from '../../ui/loading.tsx'
import { session, useSignInOptions } from '../session-api.ts'
import { SignInLayout } from './sign-in-layout.tsx'

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
    await session.forgotPassword(input.email)
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
    <SignInLayout
      title="Forgot your password?"
      foot={
        <Anchor component={Link} to="/login" size="sm">
          Back to Login
        </Anchor>
      }
    >
      {options?.resetByEmail || error ? <AskForm /> : options ? <OnTheServer /> : <Loading h={120} />}
    </SignInLayout>
  )
}
