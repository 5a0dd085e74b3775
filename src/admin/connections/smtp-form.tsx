import { Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Connections, type Encryption, smtpInputSchema } from '../../model/connections/connection.ts'
import { parse } from '../../model/fields/parse.ts'
import { useTextFields } from '../form/use-text-fields.ts'
import { OutsideLink } from '../ui/outside-link.tsx'
import { connections } from './connections-api.ts'
import { mailPresets, presetOf } from './mail-presets.ts'
import { SecretField } from './secret-field.tsx'
import { TestedForm, useTestedSave } from './tested-form.tsx'

type Mail = Connections['mail']

const encryptionLabels: Record<Encryption, string> = {
  tls: 'TLS (usually port 465)',
  starttls: 'STARTTLS (usually port 587)',
  none: 'None, for a server on this machine',
}

const stored = ({ values }: Mail) => {
  const smtp = values?.kind === 'smtp' ? values : undefined
  return {
    ...{ host: smtp?.host ?? '', port: String(smtp?.port ?? 465), encryption: smtp?.encryption ?? 'tls' },
    ...{ user: smtp?.user ?? '', password: '', from: smtp?.from ?? '', to: smtp?.to ?? '' },
  }
}

/** Sets up a mail server. Saving sends a test email first. */
export const SmtpForm = ({ mail }: { mail: Mail }) => {
  const { values, setValues, field } = useTextFields(stored(mail))
  const [provider, setProvider] = useState(presetOf(values.host)?.id ?? '')
  const preset = mailPresets.find(({ id }) => id === provider)
  const hasPassword = mail.values?.kind === 'smtp' && mail.values.hasPassword

  const setPassword = (password: string) => setValues((before) => ({ ...before, password }))
  const tested = useTestedSave(
    async () => {
      const input = { kind: 'smtp', ...values, port: Number(values.port || Number.NaN) }
      return connections.saveMail(parse(smtpInputSchema, input))
    },
    'Email is set up',
    () => setPassword(''),
  )

  const choose = (id: string) => {
    setProvider(id)
    const chosen = mailPresets.find((one) => one.id === id)
    if (!chosen) return
    const { host, port, encryption, user } = chosen
    setValues((before) => ({ ...before, host, port: String(port), encryption, user: user ?? before.user }))
  }
  const input = (name: keyof typeof values) => field(name, tested.problems)

  return (
    <TestedForm
      label="Mail server"
      form={tested}
      action="Send a test and save"
      sent="Look into the recipient’s mailbox: the test should be there."
    >
      <NativeSelect
        label="Provider"
        value={provider}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: '', label: 'Another one, or my own server' },
          ...mailPresets.map(({ id, label }) => ({ value: id, label })),
        ]}
      />
      {preset && (
        <Text size="sm" c="dimmed">
          {preset.hint} <OutsideLink href={preset.link}>How to, at {preset.label}</OutsideLink>
        </Text>
      )}
      <Group align="flex-start" gap="sm" className="server-fields">
        <TextInput label="Server" placeholder="smtp.example.com" spellCheck={false} {...input('host')} />
        <TextInput label="Port" inputMode="numeric" {...input('port')} />
      </Group>
      <NativeSelect
        label="Encryption"
        name="encryption"
        value={values.encryption}
        error={tested.problems.encryption}
        onChange={({ currentTarget: { value } }) =>
          setValues((before) => ({ ...before, encryption: value as Encryption }))
        }
        data={Object.entries(encryptionLabels).map(([value, label]) => ({ value, label }))}
      />
      <TextInput
        label="User name"
        description="Often the whole email address."
        autoComplete="off"
        spellCheck={false}
        {...input('user')}
        required={false}
      />
      <SecretField
        key={mail.savedAt}
        name="password"
        label="Password"
        setAt={hasPassword ? (mail.savedAt ?? undefined) : undefined}
        value={values.password}
        error={tested.problems.password}
        change={setPassword}
      />
      <TextInput
        label="Sender"
        description="An address of this account, alone or with a name: Mira <mira@example.com>."
        {...input('from')}
      />
      <TextInput
        label="Recipient"
        description="Where notices go. Empty: the email address of your account."
        type="email"
        autoComplete="email"
        {...input('to')}
        required={false}
      />
    </TestedForm>
  )
}
