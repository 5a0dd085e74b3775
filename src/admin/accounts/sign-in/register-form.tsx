import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type SignUp, signUpSchema } from '../../../model/accounts/account.ts'
import { parse } from '../../../model/fields/parse.ts'
import { ApiError } from '../../api/api-error.ts'
import { Problem, useSubmit } from '../../form/use-submit.tsx'
import { useTextFields } from '../../form/use-text-fields.ts'
import { session } from '../session-api.ts'
import { useAuth } from './auth-context.ts'
import { expectWelcome } from './display-copy.ts'

type Field = Exclude<keyof SignUp, 'claim' | 'invite'>

const blank: Record<Field, string> = { name: '', surname: '', username: '', email: '', password: '' }

/** Creates an account, signs in and opens the public page. Labels: specification, section 2. */
export const RegisterForm = ({ claim, invite }: { claim: string | undefined; invite: string | undefined }) => {
  const { values, field } = useTextFields(blank)
  const { refresh } = useAuth()

  const { submit, busy, problems, problem } = useSubmit(async () => {
    const input = parse(signUpSchema, { ...values, ...(claim ? { claim } : invite ? { invite } : {}) })
    await session.signUp(input)
    await session.signIn(input.email, input.password).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      // Registering answers the same for an existing account, so it shows only here.
      throw new ApiError('invalid', 'You are not signed in. If you already have an account, log in with its password.')
    })
    await refresh()
    if (claim) expectWelcome()
    window.location.replace('/')
  })

  const input = (name: Field) => ({ ...field(name, problems), withAsterisk: false })

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Problem>{problem}</Problem>
        <Group grow align="flex-start" gap="sm">
          <TextInput label="Name" autoComplete="given-name" {...input('name')} />
          <TextInput label="Family Name" autoComplete="family-name" {...input('surname')} />
        </Group>
        <TextInput label="Username" autoComplete="nickname" {...input('username')} />
        <TextInput label="Email address" type="email" autoComplete="username" {...input('email')} />
        <PasswordInput
          label="Password"
          autoComplete="new-password"
          description="At least 8 characters; four words in a row are easy to remember."
          {...input('password')}
        />
        <Button type="submit" loading={busy} fullWidth>
          Register
        </Button>
      </Stack>
    </form>
  )
}
