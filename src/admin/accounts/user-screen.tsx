import { Anchor, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Account, newTokenSchema, type TokenScope } from '../../model/accounts/account.ts'
import { type Invitation, invitationDays, newInvitationSchema } from '../../model/accounts/invitation.ts'
import { parse } from '../../model/fields/parse.ts'
import { type AnswerTo, call, queryClient } from '../api/client.ts'
import { NameForm, SubmitForm, useSubmit } from '../form/simple-form.tsx'
import { useAccount, useSignInOptions } from '../session/session.tsx'
import { DaysSelect } from '../ui/days-select.tsx'
import { Modal } from '../ui/dialogs.tsx'
import { Loaded, MoreButton } from '../ui/loading.tsx'
import { Panel, Row, RowButton, Rows } from '../ui/panel.tsx'
import { Screen } from '../ui/screen.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { fullTime } from '../ui/times.ts'
import { runWithToast } from '../ui/toast.tsx'
import { useHandOverLink, useInvitations, useTokens, useUsers } from './account-api.ts'
import { DevicesPanel, GooglePanel, PasswordDialog, PasswordPanel, ProfilePanel, ShownOnce } from './account-panels.tsx'
import { PasskeysPanel, TwoFactorPanel } from './second-factors.tsx'

const fullName = ({ name, surname }: Account) => `${name} ${surname}`

const remove = (user: Account) =>
  runWithToast(() => call('DELETE /api/users/:id', { id: user.id }), {
    done: `Account of ${fullName(user)} deleted`,
    failed: 'The account was not deleted',
    changes: 'users',
  })

const UsersPanel = () => {
  const me = useAccount()
  const query = useUsers()
  const [toDelete, setToDelete] = useState<Account>()
  return (
    <Panel title="Users" lead="Members have an account but cannot edit. There is one owner.">
      <Loaded query={query} h={90}>
        {({ pages }) => (
          <Rows>
            {pages
              .flatMap(({ users }) => users)
              .map((user) => (
                <Row
                  key={user.id}
                  title={fullName(user)}
                  badge={user.role}
                  {...(user.role === 'owner' && { badgeColor: 'accent' })}
                  detail={user.email}
                >
                  {user.id !== me.id && (
                    <RowButton of={`the account of ${fullName(user)}`} onClick={() => setToDelete(user)}>
                      Delete
                    </RowButton>
                  )}
                </Row>
              ))}
          </Rows>
        )}
      </Loaded>
      <MoreButton query={query}>Load more</MoreButton>
      <Modal opened={toDelete !== undefined} onClose={() => setToDelete(undefined)} title="Delete this account?">
        <Text size="sm">
          {toDelete &&
            `${fullName(toDelete)} (${toDelete.email}) is signed out everywhere. The account is deleted for good.`}
        </Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setToDelete(undefined)} data-autofocus>
            Cancel
          </Button>
          <Button
            color="red"
            onClick={() => {
              setToDelete(undefined)
              if (toDelete) void remove(toDelete)
            }}
          >
            Delete account
          </Button>
        </Group>
      </Modal>
    </Panel>
  )
}

const invitationChanges = 'invitations'

const nameOf = ({ email, createdAt }: Invitation) => email ?? `Link of ${fullTime(createdAt)}`

const revokeInvitation = (invitation: Invitation) =>
  runWithToast(() => call('DELETE /api/invitations/:id', { id: invitation.id }), {
    done: 'Invitation revoked',
    failed: 'The invitation still works',
    changes: invitationChanges,
  })

const NewInvitation = ({ onCreated }: { onCreated: (made: AnswerTo<'POST /api/invitations'>) => void }) => {
  const { data: options } = useSignInOptions()
  const [email, setEmail] = useState('')
  const [days, setDays] = useState(7)
  const form = useSubmit(async () => {
    const input = parse(newInvitationSchema, { ...(email.trim() ? { email } : {}), days })
    onCreated(await call('POST /api/invitations', { body: input }))
    setEmail('')
    await queryClient.invalidateQueries({ queryKey: [invitationChanges] })
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
const InvitationsPanel = () => {
  const invitations = useInvitations()
  const [made, setMade] = useState<AnswerTo<'POST /api/invitations'>>()
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
                      return revokeInvitation(invitation)
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

const tokenChanges = 'tokens'

const revokeToken = (id: string, name: string) =>
  runWithToast(() => call('DELETE /api/tokens/:id', { id }), {
    done: `Token “${name}” revoked`,
    failed: 'The token was not revoked',
    changes: tokenChanges,
  })

const NewToken = ({ onCreated }: { onCreated: (secret: string) => void }) => {
  const [scope, setScope] = useState<TokenScope>('read')
  const create = async (name: string) => {
    const input = parse(newTokenSchema, { name, scope })
    onCreated((await call('POST /api/tokens', { body: input })).secret)
    await queryClient.invalidateQueries({ queryKey: [tokenChanges] })
  }
  return (
    <NameForm label="Token name" placeholder="Build script" action="Create token" act={create}>
      <SegmentedControl
        aria-label="Permissions"
        value={scope}
        onChange={(value) => setScope(value as TokenScope)}
        data={[
          { value: 'read', label: 'Read' },
          { value: 'write', label: 'Read and write' },
        ]}
      />
    </NameForm>
  )
}

const TokensPanel = () => {
  const tokens = useTokens()
  const [secret, setSecret] = useState<string>()
  return (
    <Panel
      title="API tokens"
      lead={
        <>
          For scripts that read or publish. Reference:{' '}
          <Anchor href="/api/docs" target="_blank" rel="noopener" inherit underline="always">
            API documentation
          </Anchor>
          .
        </>
      }
    >
      <Stack gap="md">
        {secret && (
          <ShownOnce
            title="Your new token"
            lead="Copy it now: it is not shown again."
            text={secret}
            close={() => setSecret(undefined)}
          >
            <Code className="secret">{secret}</Code>
          </ShownOnce>
        )}
        <Loaded query={tokens} h={40}>
          {(data) => (
            <Rows>
              {data.map(({ id, name, scope, createdAt, lastUsedAt }) => (
                <Row
                  key={id}
                  title={name}
                  badge={scope}
                  detail={`Created ${fullTime(createdAt)} · ${lastUsedAt ? `last used ${fullTime(lastUsedAt)}` : 'never used'}`}
                >
                  <RowButton of={name} onClick={() => revokeToken(id, name)}>
                    Revoke
                  </RowButton>
                </Row>
              ))}
            </Rows>
          )}
        </Loaded>
        <NewToken onCreated={setSecret} />
      </Stack>
    </Panel>
  )
}

const handOverChanges = 'hand-over-link'

const withdrawHandOver = () =>
  runWithToast(() => call('DELETE /api/hand-over-link'), {
    done: 'Hand-over link revoked',
    failed: 'The hand-over link still works',
    changes: handOverChanges,
  })

const HandOverPanel = () => {
  const open = useHandOverLink()
  const [asking, setAsking] = useState(false)
  const [link, setLink] = useState<string>()
  return (
    <Panel
      title="Hand over"
      lead="Make somebody else the owner of this site. You become a member and can no longer edit."
    >
      <Stack gap="md" align="flex-start">
        {link && (
          <ShownOnce
            title="Your hand-over link"
            lead="Send it only to the new owner. It is not shown again. Opening and confirming it transfers ownership."
            text={link}
            close={() => setLink(undefined)}
          >
            <Code className="secret">{link}</Code>
          </ShownOnce>
        )}
        <Loaded query={open} h={40}>
          {({ open }) => (
            <>
              {open && (
                <Rows>
                  <Row title="A link is open" detail={`Works once, until ${fullTime(open.expiresAt)}`}>
                    <RowButton
                      of="the hand-over link"
                      onClick={() => {
                        setLink(undefined)
                        void withdrawHandOver()
                      }}
                    >
                      Revoke
                    </RowButton>
                  </Row>
                </Rows>
              )}
              <Button variant="default" onClick={() => setAsking(true)}>
                Create a hand-over link
              </Button>
            </>
          )}
        </Loaded>
      </Stack>
      <PasswordDialog
        opened={asking}
        close={() => setAsking(false)}
        title="Hand the site over"
        action="Create link"
        act={async (password) => {
          setLink((await call('POST /api/hand-over-link', { body: { password } })).link)
          await queryClient.invalidateQueries({ queryKey: [handOverChanges] })
        }}
      >
        The link works once, for 24 hours. When it is used, you are signed out everywhere, your API tokens are revoked
        and you become a member. An earlier link stops working.
      </PasswordDialog>
    </Panel>
  )
}

export const UserScreen = () => (
  <Screen title="User">
    <div>
      <ProfilePanel />
      <PasswordPanel />
      <TwoFactorPanel />
      <PasskeysPanel />
      <GooglePanel />
      <DevicesPanel />
      <UsersPanel />
      <InvitationsPanel />
      <HandOverPanel />
      <TokensPanel />
    </div>
  </Screen>
)
