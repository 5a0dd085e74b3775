import { Stack } from '@mantine/core'
import { useState } from 'react'
import type { Connections } from '../../model/connections/connection.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { ConnectionState } from './connection-state.tsx'
import { useConnections } from './connections-api.ts'
import { EmailjsForm } from './emailjs-form.tsx'
import { SmtpForm } from './smtp-form.tsx'

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

export const MailConnectionPanel = () => (
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
