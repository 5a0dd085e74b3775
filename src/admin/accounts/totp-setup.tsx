import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Problem, useSubmit } from '../form/use-submit.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { toast } from '../ui/toast/toast.ts'
import { session } from './session-api.ts'

/** Shows the secret and asks for the first code, which turns the second step on. */
export const TotpSetup = ({ uri, done, cancel }: { uri: string; done: () => Promise<unknown>; cancel: () => void }) => {
  const [code, setCode] = useState('')
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const { submit, busy, problems, problem } = useSubmit(async () => {
    await session.verifyTotp(code.replaceAll(/\s/g, ''))
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
