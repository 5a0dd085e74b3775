import { Button, TextInput } from '@mantine/core'
import { type SignUp, signUpSchema } from '../../../model/accounts/account.ts'
import { parse } from '../../../model/fields/parse.ts'
import { ApiError } from '../../api/api-error.ts'
import { SubmitForm } from '../../form/submit-form.tsx'
import { useSubmit } from '../../form/use-submit.tsx'
import { useTextFields } from '../../form/use-text-fields.ts'
import { NameInputs, NewPasswordInput } from '../account-inputs.tsx'
import { session } from '../session-api.ts'
import { useAuth } from './auth-context.ts'
import { expectWelcome } from './display-copy.ts'

type Field = Exclude<keyof SignUp, 'claim' | 'invite'>

const blank: Record<Field, string> = { name: '', surname: '', username: '', email: '', password: '' }

/** Creates an account, signs in and opens the public page. Labels: specification, section 2. */
export const RegisterForm = ({ claim, invite }: { claim: string | undefined; invite: string | undefined }) => {
  const { values, field } = useTextFields(blank)
  const { refresh } = useAuth()

  const form = useSubmit(async () => {
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

  const input = (name: Field) => ({ ...field(name, form.problems), withAsterisk: false })

  return (
    <SubmitForm form={form}>
      <NameInputs field={input} />
      <TextInput label="Email address" type="email" autoComplete="username" {...input('email')} />
      <NewPasswordInput label="Password" {...input('password')} />
      <Button type="submit" loading={form.busy} fullWidth>
        Register
      </Button>
    </SubmitForm>
  )
}
