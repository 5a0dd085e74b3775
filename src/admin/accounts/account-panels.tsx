import {
  Alert,
  Anchor,
  Box,
  Button,
  Group,
  PasswordInput,
  type PasswordInputProps,
  Stack,
  Text,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { changePasswordSchema, type Profile, profileSchema, setPasswordSchema } from '../../model/accounts/account.ts'
import { deviceName } from '../../model/accounts/device-name.ts'
import { parse } from '../../model/fields/parse.ts'
import { call, queryClient } from '../api/client.ts'
import { LeaveGuard } from '../form/leave-guard.tsx'
import { SubmitForm, useSubmit, useTextFields } from '../form/simple-form.tsx'
import { useAccount, useAuth, useSignInOptions } from '../session/session.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Modal } from '../ui/dialogs.tsx'
import { Loaded, Loading } from '../ui/loading.tsx'
import { Panel, Row, RowButton, Rows } from '../ui/panel.tsx'
import { Problem } from '../ui/problem.tsx'
import { fullTime } from '../ui/times.ts'
import { runWithToast, toast } from '../ui/toast.tsx'
import { useSessions, useSignInMethods } from './account-api.ts'
import { GoogleButton, googleFailure } from './sign-in.tsx'

/** Input of a new password. */
export const NewPasswordInput = (props: PasswordInputProps) => (
  <PasswordInput
    label="New password"
    description="At least 8 characters; four words in a row are easy to remember."
    autoComplete="new-password"
    {...props}
  />
)

/** Inputs of a person's names; `field` returns the props of each. */
export const NameInputs = ({ field }: { field(name: 'name' | 'surname' | 'username'): TextInputProps }) => (
  <>
    <Group grow align="flex-start" gap="sm">
      <TextInput label="Name" autoComplete="given-name" {...field('name')} />
      <TextInput label="Family Name" autoComplete="family-name" {...field('surname')} />
    </Group>
    <TextInput label="Username" autoComplete="nickname" {...field('username')} />
  </>
)

interface PasswordDialogProps {
  title: string
  children: ReactNode
  action: string
  opened: boolean
  close: () => void
  act: (password: string) => Promise<unknown>
}

const Form = ({ children, action, close, act }: Omit<PasswordDialogProps, 'title' | 'opened'>) => {
  const { data } = useSignInMethods()
  const [password, setPassword] = useState('')
  const { submit, busy, problems, problem } = useSubmit(async () => {
    await act(password)
    close()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{children}</Text>
        <Problem>{problem}</Problem>
        {data?.password !== false && (
          <PasswordInput
            label="Your password"
            name="password"
            autoComplete="current-password"
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={problems.password}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Asks for the password again, if the account has one, before a critical action. */
export const PasswordDialog = ({ title, opened, close, ...rest }: PasswordDialogProps) => (
  <Modal opened={opened} onClose={close} title={title}>
    {opened && <Form close={close} {...rest} />}
  </Modal>
)

interface ShownOnceProps {
  title: string
  lead: string
  text: string
  children: ReactNode
  close: () => void
}

export const ShownOnce = ({ title, lead, text, children, close }: ShownOnceProps) => (
  <Alert title={title} variant="light" color="yellow" w="100%" role="status">
    <Text size="sm">{lead}</Text>
    <Box mt="sm">{children}</Box>
    <Group gap="xs" mt="sm">
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="xs" variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
      <Button size="xs" variant="default" onClick={close}>
        I have saved it
      </Button>
    </Group>
  </Alert>
)

const nameOf = (userAgent: string) => deviceName(userAgent) ?? (userAgent.slice(0, 60) || 'Unknown device')

const changes = 'sessions'
const end = (id: string) =>
  runWithToast(() => call('DELETE /api/sessions/:id', { id }), { done: 'Device signed out', changes })
const endOthers = () =>
  runWithToast(() => call('DELETE /api/sessions'), { done: 'All other devices signed out', changes })

export const DevicesPanel = () => {
  const sessions = useSessions()
  return (
    <Panel
      title="Devices"
      lead="Where you are signed in. Sign out devices that you do not know, and change your password."
    >
      <Loaded query={sessions} h={90}>
        {(data) => (
          <Stack gap="md" align="flex-start">
            <Rows>
              {data.map(({ id, device, ip: address, lastSeenAt, current }) => (
                <Row
                  key={id}
                  title={nameOf(device)}
                  badge={current && 'This device'}
                  badgeColor="accent"
                  detail={`${address} · last used ${fullTime(lastSeenAt)}`}
                >
                  {!current && (
                    <RowButton of={nameOf(device)} onClick={() => end(id)}>
                      Sign out
                    </RowButton>
                  )}
                </Row>
              ))}
            </Rows>
            {data.length > 1 && (
              <Button size="xs" variant="default" onClick={endOthers}>
                Sign out all other devices
              </Button>
            )}
          </Stack>
        )}
      </Loaded>
    </Panel>
  )
}

const unlink = () =>
  runWithToast(() => call('DELETE /api/sign-in-methods/google'), {
    done: 'Google unlinked',
    failed: 'Google is still linked',
    changes: 'sign-in-methods',
  })

/** Links a Google account. It cannot be unlinked while it is the only way to sign in. */
export const GooglePanel = () => {
  const methods = useSignInMethods()
  const { data: options } = useSignInOptions()
  const [params] = useSearchParams()
  const failure = params.get('error')
  return (
    <Panel title="Google" lead="Also sign in with a Google account. Its email address may differ.">
      <Stack gap="md" align="flex-start">
        {failure !== null && (
          <Alert color="red" variant="light" p="xs" role="alert" w="100%">
            {googleFailure(failure)}
          </Alert>
        )}
        <Loaded query={methods} h={40}>
          {({ google, password }) =>
            google ? (
              <>
                <Rows>
                  <Row title="Linked" detail={`Since ${fullTime(google.since)}`}>
                    <RowButton of="Google" disabled={!password} onClick={unlink}>
                      Unlink
                    </RowButton>
                  </Row>
                </Rows>
                {!password && (
                  <Text size="sm">Google is your only way to sign in. Set a password before you unlink it.</Text>
                )}
              </>
            ) : !options ? (
              <Loading h={36} />
            ) : options.google ? (
              <GoogleButton begin={() => call('POST /api/sign-in-methods/google')}>Link Google</GoogleButton>
            ) : (
              <Anchor component={Link} to="/admin/settings/connections" size="sm" underline="always">
                Set it up
              </Anchor>
            )
          }
        </Loaded>
      </Stack>
    </Panel>
  )
}

const blank = { currentPassword: '', newPassword: '' }

/** Changes the password, which ends all other sessions. Accounts that use Google set their first one. */
export const PasswordPanel = () => {
  const { data } = useSignInMethods()
  const first = data?.password === false
  const { values, setValues, field } = useTextFields(blank)
  const form = useSubmit(async () => {
    if (first)
      await call('PUT /api/sign-in-methods/password', {
        body: parse(setPasswordSchema, { newPassword: values.newPassword }),
      })
    else {
      const body = parse(changePasswordSchema, values)
      await call('POST /api/auth/change-password', { body })
    }
    setValues(blank)
    await queryClient.invalidateQueries({ queryKey: [first ? 'sign-in-methods' : 'sessions'] })
    toast(first ? 'Password set' : 'Password changed; all other devices signed out')
  })

  return (
    <Panel
      title="Password"
      lead={
        first ? 'You sign in with Google. You can set a password as well.' : 'Changing it signs out all other devices.'
      }
    >
      <SubmitForm form={form}>
        {!first && (
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...field('currentPassword', form.problems)}
          />
        )}
        <NewPasswordInput {...field('newPassword', form.problems)} />
        <Button
          type="submit"
          loading={form.busy}
          disabled={!(first || values.currentPassword) || !values.newPassword}
          w="fit-content"
        >
          {first ? 'Set a password' : 'Change password'}
        </Button>
      </SubmitForm>
    </Panel>
  )
}

export const ProfilePanel = () => {
  const { name, surname, username, email, timeStamp } = useAccount()
  const { refresh } = useAuth()
  const stored: Profile = { name, surname, username }
  const { values, setValues, field } = useTextFields<keyof Profile>(stored)
  const dirty = (Object.keys(stored) as (keyof Profile)[]).some((key) => stored[key] !== values[key])
  const form = useSubmit(async () => {
    const profile = parse(profileSchema, values)
    await call('POST /api/auth/update-user', { body: profile })
    setValues(profile)
    await refresh()
    toast('Profile saved')
  })

  return (
    <Panel title="Profile" lead={`Account since ${fullTime(timeStamp)}`}>
      <SubmitForm form={form}>
        <NameInputs field={(name) => field(name, form.problems)} />
        <TextInput label="Email address" value={email} readOnly description="Used to sign in." />
        <Button type="submit" loading={form.busy} disabled={!dirty} w="fit-content">
          Save profile
        </Button>
      </SubmitForm>
      <LeaveGuard isUnsaved={() => dirty}>Your changes are not saved yet.</LeaveGuard>
    </Panel>
  )
}

/** Deletes one's own account. The owner hands the site over first. */
export const DeleteAccountPanel = () => {
  const { role } = useAccount()
  const { dispatch } = useAuth()
  const [asking, setAsking] = useState(false)
  return (
    <Panel title="Delete the account" lead="With everything that belongs to it. This cannot be undone.">
      {role === 'owner' ? (
        <Text size="sm">
          You are the owner of this site, whose account cannot be deleted. Make somebody else the owner first, under{' '}
          <Anchor component={Link} to="/admin/user" size="sm" underline="always">
            User, Hand over
          </Anchor>
          .
        </Text>
      ) : (
        <Button variant="default" onClick={() => setAsking(true)}>
          Delete account
        </Button>
      )}
      <PasswordDialog
        opened={asking}
        close={() => setAsking(false)}
        title="Delete your account?"
        action="Delete for good"
        act={async (password) => {
          await call('DELETE /api/account', { body: { password } })
          dispatch({ type: 'LOGOUT' })
          window.location.replace('/')
        }}
      >
        You are signed out everywhere, and the account is deleted for good. A new one can be made with the same email
        address while registration is open.
      </PasswordDialog>
    </Panel>
  )
}
