import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { type Connections, emailjsInputSchema } from '../../model/connections/connection.ts'
import { parse } from '../../model/fields/parse.ts'
import { Problem } from '../form/use-submit.tsx'
import { useTextFields } from '../form/use-text-fields.ts'
import { connections } from './connections-api.ts'
import { SecretField } from './secret-field.tsx'
import { TestReport, useTestedSave } from './use-tested-save.tsx'

type Mail = Connections['mail']

const stored = ({ values }: Mail) => {
  const keys = values?.kind === 'emailjs' ? values : undefined
  return {
    ...{ publicKey: keys?.publicKey ?? '', serviceId: keys?.serviceId ?? '', templateId: keys?.templateId ?? '' },
    privateKey: '',
  }
}

/** Sets up EmailJS. Saving sends a test email first. */
export const EmailjsForm = ({ mail }: { mail: Mail }) => {
  const { values, setValues, field } = useTextFields(stored(mail))
  const hasPrivateKey = mail.values?.kind === 'emailjs' && mail.values.hasPrivateKey
  const setPrivateKey = (privateKey: string) => setValues((before) => ({ ...before, privateKey }))
  const { submit, busy, problems, problem, report } = useTestedSave(
    async () => connections.saveMail(parse(emailjsInputSchema, { kind: 'emailjs', ...values })),
    'Email is set up',
    () => setPrivateKey(''),
  )
  const input = (name: keyof typeof values) => ({ ...field(name, problems), autoComplete: 'off', spellCheck: false })
  return (
    <form onSubmit={submit} noValidate aria-label="EmailJS">
      <Stack gap="md">
        <Problem>{problem}</Problem>
        <Text size="sm" c="dimmed">
          EmailJS sends to you only: no replies, confirmations, invitations or links for a new password. Allow calls
          from servers under Account, Security.{' '}
          <Anchor
            href="https://dashboard.emailjs.com/admin/account"
            target="_blank"
            rel="noopener noreferrer"
            size="sm"
            underline="always"
          >
            Keys at EmailJS
          </Anchor>
        </Text>
        <TextInput label="Public key" {...input('publicKey')} />
        <TextInput label="Service ID" {...input('serviceId')} />
        <TextInput label="Template ID" {...input('templateId')} />
        <SecretField
          key={mail.savedAt}
          name="privateKey"
          label="Private key"
          description="If your EmailJS account requires it."
          setAt={hasPrivateKey ? (mail.savedAt ?? undefined) : undefined}
          value={values.privateKey}
          error={problems.privateKey}
          change={setPrivateKey}
        />
        <Button type="submit" loading={busy} w="fit-content">
          Send a test and save
        </Button>
        <TestReport report={report} busy={busy} sent="Look into your mailbox: the test should be there." />
      </Stack>
    </form>
  )
}
