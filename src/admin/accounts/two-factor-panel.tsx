import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '../ui/panel.tsx'
import { toast } from '../ui/toast/toast.ts'
import { account } from './account-api.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { ShownOnce } from './shown-once.tsx'
import { useAccount, useAuth } from './sign-in/auth-context.ts'
import { TotpSetup } from './totp-setup.tsx'

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
    if (asking === 'enable') setSetup(await account.enableTotp(password))
    else if (asking === 'codes') setCodes((await account.newRecoveryCodes(password)).backupCodes)
    else {
      await account.disableTotp(password)
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
