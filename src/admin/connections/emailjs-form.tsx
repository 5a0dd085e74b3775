import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Connections, emailjsInputSchema } from '../../model/connections/connection.ts'
import { parse } from '../../model/fields/parse.ts'
import { useTextFields } from '../form/use-text-fields.ts'
import { OutsideLink } from '../ui/outside-link.tsx'
import { connections } from './connections-api.ts'
import { SecretField } from './secret-field.tsx'
import { TestedForm, useTestedSave } from './tested-form.tsx'

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
  const [removesKey, setRemovesKey] = useState(false)
  const setPrivateKey = (privateKey: string) => setValues((before) => ({ ...before, privateKey }))
  const tested = useTestedSave(
    async () => {
      const input = { kind: 'emailjs', ...values, ...(removesKey ? { privateKey: null } : {}) }
      return connections.saveMail(parse(emailjsInputSchema, input))
    },
    'Email is set up',
    () => {
      setPrivateKey('')
      setRemovesKey(false)
    },
  )
  const input = (name: keyof typeof values) => ({
    ...field(name, tested.problems),
    autoComplete: 'off',
    spellCheck: false,
  })
  return (
    <TestedForm
      label="EmailJS"
      form={tested}
      action="Send a test and save"
      sent="Look into your mailbox: the test should be there."
    >
      <Text size="sm" c="dimmed">
        The template at EmailJS decides who gets an email, so notices reach you, and nobody else: no replies,
        confirmations, invitations or links for a new password. For those, choose Mail server (SMTP) instead. Allow
        calls from servers under Account, Security.{' '}
        <OutsideLink href="https://dashboard.emailjs.com/admin/account">Keys at EmailJS</OutsideLink>
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
        error={tested.problems.privateKey}
        change={setPrivateKey}
        removal={{ isAsked: removesKey, ask: setRemovesKey }}
      />
    </TestedForm>
  )
}
