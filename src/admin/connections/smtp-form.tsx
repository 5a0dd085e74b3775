import { Anchor, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Connections, type Encryption, smtpInputSchema } from '../../model/connections/connection.ts'
import { parse } from '../../model/fields/parse.ts'
import { Problem } from '../form/use-submit.tsx'
import { useTextFields } from '../form/use-text-fields.ts'
import { connections } from './connections-api.ts'
import { mailPresets, presetOf } from './mail-presets.ts'
import { SecretField } from './secret-field.tsx'
import { TestReport, useTestedSave } from './use-tested-save.tsx'

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
  const { submit, busy, problems, problem, report } = useTestedSave(
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
  const input = (name: keyof typeof values) => field(name, problems)

  return (
    <form onSubmit={submit} noValidate aria-label="Mail server">
      <Stack gap="md">
        <Problem>{problem}</Problem>
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
            {preset.hint}{' '}
            <Anchor href={preset.link} target="_blank" rel="noopener noreferrer" size="sm" underline="always">
              How to, at {preset.label}
            </Anchor>
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
          error={problems.encryption}
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
          error={problems.password}
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
        <Button type="submit" loading={busy} w="fit-content">
          Send a test and save
        </Button>
        <TestReport report={report} busy={busy} sent="Look into the recipient’s mailbox: the test should be there." />
      </Stack>
    </form>
  )
}
