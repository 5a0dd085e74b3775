import { ActionIcon, Anchor, CopyButton, Stack, Text, TextInput } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Connections, googleInputSchema } from '../../model/connections/connection.ts'
import { parse } from '../../model/fields/parse.ts'
import { useTextFields } from '../form/simple-form.tsx'
import { Loaded } from '../ui/loading.tsx'
import { OutsideLink } from '../ui/outside-link.tsx'
import { Panel } from '../ui/panel.tsx'
import { Screen } from '../ui/screen.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { EmailjsForm, SmtpForm } from './mail-forms.tsx'
import { ConnectionState, connections, SecretField, TestedForm, useConnections, useTestedSave } from './tested-form.tsx'

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
    async () => connections.saveGoogle(parse(googleInputSchema, values)),
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
  const [kind, setKind] = useState<string>(mail.values?.kind ?? 'smtp')
  return (
    <>
      <SegmentedControl
        aria-label="How email is sent"
        value={kind}
        onChange={setKind}
        data={[
          { value: 'smtp', label: 'Mail server (SMTP)' },
          { value: 'emailjs', label: 'EmailJS' },
        ]}
      />
      {kind === 'smtp' ? <SmtpForm mail={mail} /> : <EmailjsForm mail={mail} />}
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
    <div className="panels">
      <MailConnectionPanel />
      <GoogleConnectionPanel />
    </div>
  </Screen>
)
