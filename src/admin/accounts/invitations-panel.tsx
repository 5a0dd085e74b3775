import { Button, Code, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  type CreatedInvitation,
  type Invitation,
  invitationDays,
  newInvitationSchema,
} from '../../model/accounts/invitation.ts'
import { parse } from '../../model/fields/parse.ts'
import { queryClient } from '../api/query-client.ts'
import { runWithToast } from '../api/run-with-toast.ts'
import { SubmitForm } from '../form/submit-form.tsx'
import { useSubmit } from '../form/use-submit.tsx'
import { DaysSelect } from '../ui/days-select.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel, Row, RowButton, Rows } from '../ui/panel.tsx'
import { fullTime } from '../ui/times.ts'
import { account, useInvitations } from './account-api.ts'
import { useSignInOptions } from './session-api.ts'
import { ShownOnce } from './shown-once.tsx'

const changes = 'invitations'

const nameOf = ({ email, createdAt }: Invitation) => email ?? `Link of ${fullTime(createdAt)}`

const revoke = (invitation: Invitation) =>
  runWithToast(() => account.revokeInvitation(invitation.id), {
    done: 'Invitation revoked',
    failed: 'The invitation still works',
    changes,
  })

const NewInvitation = ({ onCreated }: { onCreated: (made: CreatedInvitation) => void }) => {
  const { data: options } = useSignInOptions()
  const [email, setEmail] = useState('')
  const [days, setDays] = useState(7)
  const form = useSubmit(async () => {
    const input = parse(newInvitationSchema, { ...(email.trim() ? { email } : {}), days })
    onCreated(await account.invite(input))
    setEmail('')
    await queryClient.invalidateQueries({ queryKey: [changes] })
  })
  return (
    <SubmitForm form={form} label="New invitation" gap="xs">
      <Group align="flex-end" gap="xs">
        {options?.resetByEmail && (
          <TextInput
            label="Mail it to (optional)"
            name="email"
            type="email"
            autoComplete="off"
            value={email}
            error={form.problems.email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            flex={1}
            miw={180}
            maw={260}
          />
        )}
        <DaysSelect choices={invitationDays} days={days} onChange={setDays} />
        <Button type="submit" variant="default" loading={form.busy}>
          Invite
        </Button>
      </Group>
    </SubmitForm>
  )
}

/** Single-use links with which somebody becomes a member, also when registration is closed. */
export const InvitationsPanel = () => {
  const invitations = useInvitations()
  const [made, setMade] = useState<CreatedInvitation>()
  return (
    <Panel
      title="Invitations"
      lead="A link with which one person becomes a member, also when registration is closed. Members cannot edit."
    >
      <Stack gap="md">
        {made && (
          <ShownOnce
            title={made.email ? `Sent to ${made.email}` : 'Your invitation link'}
            lead={`Works once, until ${fullTime(made.expiresAt)}. It is not shown again.`}
            text={made.link}
            close={() => setMade(undefined)}
          >
            <Code className="secret">{made.link}</Code>
          </ShownOnce>
        )}
        <Loaded query={invitations} h={40}>
          {(data) => (
            <Rows>
              {data.map((invitation) => (
                <Row
                  key={invitation.id}
                  title={nameOf(invitation)}
                  detail={`Works once, until ${fullTime(invitation.expiresAt)}`}
                >
                  <RowButton
                    of={`the invitation: ${nameOf(invitation)}`}
                    onClick={() => {
                      if (made?.id === invitation.id) setMade(undefined)
                      void revoke(invitation)
                    }}
                  >
                    Revoke
                  </RowButton>
                </Row>
              ))}
            </Rows>
          )}
        </Loaded>
        <NewInvitation onCreated={setMade} />
      </Stack>
    </Panel>
  )
}
