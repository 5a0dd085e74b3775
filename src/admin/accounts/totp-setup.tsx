import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { encode } from 'uqr'
import { Problem, useSubmit } from '../form/use-submit.tsx'
import { toast } from '../ui/toast/toast.ts'
import { session } from './session-api.ts'

/** QR code of the URI. Always dark on white, since cameras need the contrast. */
const QrCode = ({ text }: { text: string }) => {
  const { size, data } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for the authenticator app"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}

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
        <QrCode text={uri} />
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
