import { Badge, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { newPasskeySchema } from '../../model/accounts/account.ts'
import { parse } from '../../model/fields/parse.ts'
import { ApiError, call, queryClient } from '../api/client.ts'
import { NameForm, useSubmit } from '../form/simple-form.tsx'
import { useAccount, useAuth } from '../session/session.tsx'
import { Loaded } from '../ui/loading.tsx'
import { Panel, Row, RowButton, Rows } from '../ui/panel.tsx'
import { Problem } from '../ui/problem.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { fullTime } from '../ui/times.ts'
import { runWithToast, toast } from '../ui/toast.tsx'
import { type Passkey, passkeys, usePasskeys } from './account-api.ts'
import { PasswordDialog, ShownOnce } from './account-panels.tsx'

const changes = 'passkeys'
const notCreated = new ApiError('invalid', 'No passkey was created. Try again.')

const add = async (input: string) => {
  const { name } = parse(newPasskeySchema, { name: input })
  await passkeys.add(name).catch((error: unknown) => {
    throw error instanceof ApiError ? error : notCreated
  })
  await queryClient.invalidateQueries({ queryKey: [changes] })
  toast('Passkey added')
}

const PasskeyRow = ({ id, name, createdAt }: Passkey) => {
  const [naming, setNaming] = useState(false)
  const label = name || 'Passkey'
  const rename = async (input: string) => {
    await call('POST /api/auth/passkey/update-passkey', { body: { id, ...parse(newPasskeySchema, { name: input }) } })
    await queryClient.invalidateQueries({ queryKey: [changes] })
    setNaming(false)
    toast('Passkey renamed')
  }
  const remove = () =>
    runWithToast(() => call('POST /api/auth/passkey/delete-passkey', { body: { id } }), {
      done: 'Passkey removed',
      failed: 'The passkey was not removed',
      changes,
    })

  if (naming)
    return (
      <li>
        <NameForm label="New name" name={name ?? ''} action="Rename" act={rename} autoFocus>
          <Button variant="subtle" color="gray" onClick={() => setNaming(false)}>
            Cancel
          </Button>
        </NameForm>
      </li>
    )
  return (
    <Row title={label} detail={createdAt && `Added ${fullTime(createdAt)}`}>
      <Group gap={6}>
        <RowButton of={label} onClick={() => setNaming(true)}>
          Rename
        </RowButton>
        <RowButton of={label} onClick={remove}>
          Remove
        </RowButton>
      </Group>
    </Row>
  )
}

export const PasskeysPanel = () => {
  const list = usePasskeys()
  return (
    <Panel
      title="Passkeys"
      lead="Sign in with a fingerprint, a face or a security key, instead of the password and the second step."
    >
      <Stack gap="md">
        <Loaded query={list} h={40}>
          {(data) => (
            <Rows>
              {data.map((passkey) => (
                <PasskeyRow key={passkey.id} {...passkey} />
              ))}
            </Rows>
          )}
        </Loaded>
        {passkeys.supported() ? (
          <NameForm label="Name" placeholder="This laptop" action="Add a passkey" act={add} />
        ) : (
          <Text size="sm">This browser does not support passkeys.</Text>
        )}
      </Stack>
    </Panel>
  )
}

/** Shows the secret and asks for the first code, which turns the second step on. */
const TotpSetup = ({ uri, done, cancel }: { uri: string; done: () => Promise<unknown>; cancel: () => void }) => {
  const [code, setCode] = useState('')
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const { submit, busy, problems, problem } = useSubmit(async () => {
    await call('POST /api/auth/two-factor/verify-totp', { body: { code: code.replaceAll(/\s/g, '') } })
    toast('The second step is on')
    await done()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">Scan this with an authenticator app, then enter the six digits that it shows.</Text>
        <QrCode text={uri} label="QR code for the authenticator app" />
        <Text size="sm">
          Or type this key into the app: <Code className="totp-secret">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
        </Text>
        <Problem>{problem}</Problem>
        <TextInput
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          w={160}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={problems.code}
        />
        <Group>
          <Button type="submit" loading={busy}>
            Turn on
          </Button>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type Asking = 'enable' | 'disable' | 'codes'

const questions: Record<Asking, { title: string; action: string; text: string }> = {
  enable: { title: 'Turn on the second step', action: 'Continue', text: 'Confirm with your password.' },
  disable: { title: 'Turn off the second step', action: 'Turn off', text: 'You will sign in with the password only.' },
  codes: { title: 'New recovery codes', action: 'Create new codes', text: 'The old recovery codes stop working.' },
}

export const TwoFactorPanel = () => {
  const { twoFactor } = useAccount()
  const { refresh } = useAuth()
  const [asking, setAsking] = useState<Asking>()
  const [setup, setSetup] = useState<{ totpURI: string; backupCodes: string[] }>()
  const [codes, setCodes] = useState<string[]>()

  const act = async (password: string) => {
    const body = { password }
    if (asking === 'enable') setSetup(await call('POST /api/auth/two-factor/enable', { body }))
    else if (asking === 'codes')
      setCodes((await call('POST /api/auth/two-factor/generate-backup-codes', { body })).backupCodes)
    else {
      await call('POST /api/auth/two-factor/disable', { body })
      await refresh()
      toast('The second step is off')
    }
  }
  const question = asking && questions[asking]

  return (
    <Panel title="Second step" lead="A code from an authenticator app, after the password.">
      <Stack gap="md" align="flex-start">
        {setup ? (
          <TotpSetup
            uri={setup.totpURI}
            cancel={() => setSetup(undefined)}
            done={async () => {
              setCodes(setup.backupCodes)
              setSetup(undefined)
              await refresh()
            }}
          />
        ) : (
          <Group gap="sm">
            <Badge color={twoFactor ? 'green' : 'gray'} variant="light">
              {twoFactor ? 'On' : 'Off'}
            </Badge>
            {twoFactor ? (
              <>
                <Button variant="default" size="xs" onClick={() => setAsking('codes')}>
                  New recovery codes
                </Button>
                <Button variant="default" size="xs" onClick={() => setAsking('disable')}>
                  Turn off
                </Button>
              </>
            ) : (
              <Button size="xs" onClick={() => setAsking('enable')}>
                Turn on
              </Button>
            )}
          </Group>
        )}
        {codes && (
          <ShownOnce
            title="Your recovery codes"
            lead="Keep them somewhere other than your phone. Each works once. They are not shown again."
            text={codes.join('\n')}
            close={() => setCodes(undefined)}
          >
            <ul className="recovery-codes">
              {codes.map((code) => (
                <li key={code}>{code}</li>
              ))}
            </ul>
          </ShownOnce>
        )}
        {!twoFactor && !setup && (
          <Text size="xs" c="dimmed">
            Protects the account when the password is stolen.
          </Text>
        )}
      </Stack>
      <PasswordDialog
        opened={asking !== undefined}
        close={() => setAsking(undefined)}
        title={question?.title ?? ''}
        action={question?.action ?? ''}
        act={act}
      >
        {question?.text}
      </PasswordDialog>
    </Panel>
  )
}
