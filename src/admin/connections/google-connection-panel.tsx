import { ActionIcon, CopyButton, Stack, Text, TextInput } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { type Connections, googleInputSchema } from '../../model/connections/connection.ts'
import { parse } from '../../model/fields/parse.ts'
import { useTextFields } from '../form/use-text-fields.ts'
import { Loaded } from '../ui/loaded.tsx'
import { OutsideLink } from '../ui/outside-link.tsx'
import { Panel } from '../ui/panel.tsx'
import { ConnectionState } from './connection-state.tsx'
import { connections, useConnections } from './connections-api.ts'
import { SecretField } from './secret-field.tsx'
import { TestedForm, useTestedSave } from './tested-form.tsx'

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

export const GoogleConnectionPanel = () => (
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
