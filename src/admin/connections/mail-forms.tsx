import { Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  type Connections,
  type Encryption,
  emailjsInputSchema,
  smtpInputSchema,
} from '../../model/connections/connection.ts'
import { parse } from '../../model/fields/parse.ts'
import { useTextFields } from '../form/simple-form.tsx'
import { OutsideLink } from '../ui/outside-link.tsx'
import { connections, SecretField, TestedForm, useTestedSave } from './tested-form.tsx'

interface MailPreset {
  id: string
  label: string
  host: string
  port: number
  encryption: Encryption
  /** The user name that the provider wants from everybody. */
  user?: string
  /** Name of its password, and its source. */
  hint: string
  link: string
}

const tls = { port: 465, encryption: 'tls' } as const
const starttls = { port: 587, encryption: 'starttls' } as const

/** Servers of common providers, as each documents them. */
const mailPresets: readonly MailPreset[] = [
  {
    ...{ id: 'gmail', label: 'Gmail', host: 'smtp.gmail.com', ...tls },
    hint: 'Gmail wants an app password of 16 letters. It needs 2-Step Verification.',
    link: 'https://support.google.com/accounts/answer/185833',
  },
  {
    ...{ id: 'microsoft', label: 'Outlook, Microsoft 365', host: 'smtp.office365.com', ...starttls },
    hint: 'The administrator must allow SMTP AUTH for the mailbox. Personal outlook.com mailboxes no longer take a password.',
    link: 'https://learn.microsoft.com/exchange/clients-and-mobile-in-exchange-online/authenticated-client-smtp-submission',
  },
  {
    ...{ id: 'icloud', label: 'iCloud', host: 'smtp.mail.me.com', ...starttls },
    hint: 'iCloud wants an app-specific password of your Apple Account.',
    link: 'https://support.apple.com/102654',
  },
  {
    ...{ id: 'fastmail', label: 'Fastmail', host: 'smtp.fastmail.com', ...tls },
    hint: 'Fastmail wants an app password with access to SMTP.',
    link: 'https://www.fastmail.help/hc/en-us/articles/360058752854-App-passwords',
  },
  {
    ...{ id: 'mailgun', label: 'Mailgun', host: 'smtp.mailgun.org', ...starttls },
    hint: 'User name and password are those of the domain’s SMTP credentials. In the EU the server is smtp.eu.mailgun.org.',
    link: 'https://documentation.mailgun.com/docs/mailgun/user-manual/sending-messages/send-smtp',
  },
  {
    ...{ id: 'postmark', label: 'Postmark', host: 'smtp.postmarkapp.com', ...starttls },
    hint: 'The server’s API token is both the user name and the password.',
    link: 'https://postmarkapp.com/developer/user-guide/send-email-with-smtp',
  },
  {
    ...{ id: 'sendgrid', label: 'SendGrid', host: 'smtp.sendgrid.net', ...starttls, user: 'apikey' },
    hint: 'The user name is the word apikey; the password is an API key.',
    link: 'https://www.twilio.com/docs/sendgrid/for-developers/sending-email/integrating-with-the-smtp-api',
  },
  {
    ...{ id: 'ses', label: 'Amazon SES', host: 'email-smtp.eu-central-1.amazonaws.com', ...starttls },
    hint: 'Put your own region into the name of the server. SMTP credentials are not those of AWS.',
    link: 'https://docs.aws.amazon.com/ses/latest/dg/smtp-credentials.html',
  },
  {
    ...{ id: 'brevo', label: 'Brevo', host: 'smtp-relay.brevo.com', ...starttls },
    hint: 'The password is an SMTP key, not an API key.',
    link: 'https://help.brevo.com/hc/en-us/articles/7924908994450',
  },
  {
    ...{ id: 'proton', label: 'Proton', host: 'smtp.protonmail.ch', ...starttls },
    hint: 'Proton wants an SMTP token, for an address of your own domain.',
    link: 'https://proton.me/support/smtp-submission',
  },
  {
    ...{ id: 'zoho', label: 'Zoho', host: 'smtp.zoho.com', ...tls },
    hint: 'With two-factor sign-in, Zoho wants an application-specific password. In the EU the server is smtp.zoho.eu.',
    link: 'https://www.zoho.com/mail/help/zoho-smtp.html',
  },
]

const presetOf = (host: string): MailPreset | undefined =>
  mailPresets.find((preset) => preset.host === host.trim().toLowerCase())

const encryptionLabels: Record<Encryption, string> = {
  tls: 'TLS (usually port 465)',
  starttls: 'STARTTLS (usually port 587)',
  none: 'None, for a server on this machine',
}

const storedSmtp = ({ values }: Mail) => {
  const smtp = values?.kind === 'smtp' ? values : undefined
  return {
    ...{ host: smtp?.host ?? '', port: String(smtp?.port ?? 465), encryption: smtp?.encryption ?? 'tls' },
    ...{ user: smtp?.user ?? '', password: '', from: smtp?.from ?? '', to: smtp?.to ?? '' },
  }
}

/** Sets up a mail server. Saving sends a test email first. */
export const SmtpForm = ({ mail }: { mail: Mail }) => {
  const { values, setValues, field } = useTextFields(storedSmtp(mail))
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

type Mail = Connections['mail']

const storedEmailjs = ({ values }: Mail) => {
  const keys = values?.kind === 'emailjs' ? values : undefined
  return {
    ...{ publicKey: keys?.publicKey ?? '', serviceId: keys?.serviceId ?? '', templateId: keys?.templateId ?? '' },
    privateKey: '',
  }
}

/** Sets up EmailJS. Saving sends a test email first. */
export const EmailjsForm = ({ mail }: { mail: Mail }) => {
  const { values, setValues, field } = useTextFields(storedEmailjs(mail))
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
