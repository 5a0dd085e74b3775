import { ActionIcon, Anchor, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  type Connections,
  type Encryption,
  googleInputSchema,
  hasNameOf,
  type ServiceInput,
  serviceInputSchema,
  smtpInputSchema,
} from '../../model/connections/connection.ts'
import { parse } from '../../model/fields/parse.ts'
import {
  keysOf,
  type ServiceKind,
  serviceKinds,
  serviceOf,
  type TransportKind,
} from '../../model/inbox/mail-services.ts'
import { call } from '../api/client.ts'
import { useTextFields } from '../form/simple-form.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Loaded } from '../ui/loading.tsx'
import { OutsideLink } from '../ui/outside-link.tsx'
import { Panel } from '../ui/panel.tsx'
import { Screen } from '../ui/screen.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { ConnectionState, SecretField, TestedForm, useConnections, useTestedSave } from './tested-form.tsx'

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
const SmtpForm = ({ mail }: { mail: Mail }) => {
  const { values, setValues, field } = useTextFields(storedSmtp(mail))
  const [provider, setProvider] = useState(presetOf(values.host)?.id ?? '')
  const preset = mailPresets.find(({ id }) => id === provider)
  const hasPassword = mail.values?.kind === 'smtp' && mail.values.hasPassword

  const setPassword = (password: string) => setValues((before) => ({ ...before, password }))
  const tested = useTestedSave(
    async () => {
      const input = { kind: 'smtp', ...values, port: Number(values.port || Number.NaN) }
      return call('PUT /api/connections/mail', { body: parse(smtpInputSchema, input) })
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

/** Sets up a service that has keys. Saving sends a test email first. */
const ServiceForm = ({ mail, kind }: { mail: Mail; kind: ServiceKind }) => {
  const { label, about, link } = serviceOf(kind)
  const keys = keysOf(kind)
  const stored: Readonly<Record<string, unknown>> = mail.values?.kind === kind ? mail.values : {}
  const { values, setValues, field } = useTextFields(
    Object.fromEntries(keys.map(([name, { secret }]) => [name, secret ? '' : String(stored[name] ?? '')])),
  )
  const [removed, setRemoved] = useState<readonly string[]>([])
  const secrets = keys.flatMap(([name, { secret }]) => (secret ? [name] : []))
  const tested = useTestedSave(
    async () => {
      const input = { kind, ...values, ...Object.fromEntries(removed.map((name) => [name, null])) }
      return call('PUT /api/connections/mail', { body: parse(serviceInputSchema(kind), input) as ServiceInput })
    },
    'Email is set up',
    () => {
      setValues((before) => ({ ...before, ...Object.fromEntries(secrets.map((name) => [name, ''])) }))
      setRemoved([])
    },
  )
  return (
    <TestedForm
      label={label}
      form={tested}
      action="Send a test and save"
      sent="Look into your mailbox: the test should be there."
    >
      <Text size="sm" c="dimmed">
        {about} <OutsideLink href={link}>Keys at {label}</OutsideLink>
      </Text>
      {keys.map(([name, key]) =>
        key.secret ? (
          <SecretField
            key={`${name} ${mail.savedAt}`}
            name={name}
            label={key.label}
            {...(key.optional ? { description: `If your ${label} account requires it.` } : { required: true })}
            setAt={stored[hasNameOf(name)] === true ? (mail.savedAt ?? undefined) : undefined}
            value={values[name] ?? ''}
            error={tested.problems[name]}
            change={(value) => setValues((before) => ({ ...before, [name]: value }))}
            {...(key.optional && {
              removal: {
                isAsked: removed.includes(name),
                ask: (isAsked) =>
                  setRemoved((all) => [...all.filter((one) => one !== name), ...(isAsked ? [name] : [])]),
              },
            })}
          />
        ) : (
          <TextInput
            key={name}
            label={key.label}
            {...field(name, tested.problems)}
            autoComplete="off"
            spellCheck={false}
          />
        ),
      )}
    </TestedForm>
  )
}

type Google = Connections['google']

const RedirectAddress = ({ address }: { address: string }) => (
  <TextInput
    label="Redirect address"
    description="Add it to the client at Google, exactly so, before you test."
    value={address}
    readOnly
    rightSection={
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={copy}
            aria-label={copied ? 'Copied' : 'Copy the redirect address'}
          >
            {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    }
  />
)

const GoogleForm = ({ google }: { google: Google }) => {
  const { values, setValues, field } = useTextFields({
    clientId: google.values?.clientId ?? '',
    clientSecret: '',
  })
  const setSecret = (clientSecret: string) => setValues((before) => ({ ...before, clientSecret }))
  const tested = useTestedSave(
    async () => call('PUT /api/connections/google', { body: parse(googleInputSchema, values) }),
    'Sign in with Google is set up',
    () => setSecret(''),
  )
  return (
    <TestedForm
      label="Google"
      form={tested}
      action="Test and save"
      sent="The button is on Login and Register now. Link your own account under User."
    >
      <Text size="sm" c="dimmed">
        Make an OAuth client of the type “Web application”.{' '}
        <OutsideLink href="https://console.cloud.google.com/auth/clients">Clients at Google</OutsideLink>
      </Text>
      <RedirectAddress address={google.redirectUri} />
      <TextInput label="Client ID" autoComplete="off" spellCheck={false} {...field('clientId', tested.problems)} />
      <SecretField
        key={google.savedAt}
        name="clientSecret"
        label="Client secret"
        setAt={google.values ? (google.savedAt ?? undefined) : undefined}
        value={values.clientSecret}
        error={tested.problems.clientSecret}
        required
        change={setSecret}
      />
    </TestedForm>
  )
}

const GoogleConnectionPanel = () => (
  <Panel
    title="Sign in with Google"
    lead="Optional. Members sign in with their Google account, and you can link yours under User."
  >
    <Loaded query={useConnections()} h={260}>
      {({ google }) => (
        <Stack gap="lg">
          <ConnectionState
            kind="google"
            state={google}
            name="Google client"
            consequence="Nobody signs in with Google any more. Whoever has no password cannot sign in until it is set up again."
          />
          {google.source !== 'environment' && <GoogleForm google={google} />}
        </Stack>
      )}
    </Loaded>
  </Panel>
)

const Forms = ({ mail }: { mail: Connections['mail'] }) => {
  const [kind, setKind] = useState<TransportKind>(mail.values?.kind ?? 'smtp')
  return (
    <>
      <SegmentedControl
        aria-label="How email is sent"
        value={kind}
        onChange={(value) => setKind(value as TransportKind)}
        data={[
          { value: 'smtp', label: 'Mail server (SMTP)' },
          ...serviceKinds.map((one) => ({ value: one, label: serviceOf(one).label })),
        ]}
      />
      {kind === 'smtp' ? <SmtpForm mail={mail} /> : <ServiceForm key={kind} kind={kind} mail={mail} />}
    </>
  )
}

const MailConnectionPanel = () => (
  <Panel
    title="Email"
    lead="Notices of messages, replies to visitors, invitations and links for a forgotten password. A test is sent before anything is saved."
  >
    <Loaded query={useConnections()} h={420}>
      {({ mail }) => (
        <Stack gap="lg">
          <ConnectionState
            kind="mail"
            state={mail}
            name="Email connection"
            consequence="Messages are kept in Contact, and no email is sent. The password is deleted here; it stays valid at the provider."
          />
          {mail.source !== 'environment' && <Forms mail={mail} />}
        </Stack>
      )}
    </Loaded>
  </Panel>
)

export const ConnectionsScreen = () => (
  <Screen
    title="Connections"
    lead={
      <>
        They take effect when they are saved. Passwords and keys are stored encrypted and never shown again.{' '}
        <Anchor component={Link} to="/admin/settings?tab=mail" inherit underline="always">
          Back to Settings
        </Anchor>
      </>
    }
  >
    <div>
      <MailConnectionPanel />
      <GoogleConnectionPanel />
    </div>
  </Screen>
)
