import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Problem, useSubmit } from '../../form/use-submit.tsx'
import { session } from '../session-api.ts'

export const SecondFactorForm = ({
  onSignedIn,
  startAgain,
}: {
  onSignedIn: () => Promise<unknown>
  startAgain: () => void
}) => {
  const [recovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const { submit, busy, problems, problem } = useSubmit(async () => {
    const verified = recovery ? session.verifyRecoveryCode(code.trim()) : session.verifyTotp(code.replaceAll(/\s/g, ''))
    await verified.catch((error: unknown) => {
      setCode('')
      throw error
    })
    await onSignedIn()
  })

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          {recovery
            ? 'Enter one of your recovery codes. Each works once.'
            : 'Enter the six digits from your authenticator app.'}
        </Text>
        <Problem>{problem}</Problem>
        <TextInput
          key={String(recovery)}
          label={recovery ? 'Recovery code' : 'Code'}
          name="code"
          autoComplete="one-time-code"
          inputMode={recovery ? 'text' : 'numeric'}
          required
          withAsterisk={false}
          autoFocus
          data-autofocus
          value={code}
          error={problems.code}
          onChange={(event) => setCode(event.currentTarget.value)}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <Button type="submit" loading={busy} fullWidth>
          Continue
        </Button>
        <Group justify="space-between">
          <Anchor component="button" type="button" size="sm" onClick={() => setRecovery(!recovery)}>
            {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
          </Anchor>
          <Anchor component="button" type="button" size="sm" onClick={startAgain}>
            Start again
          </Anchor>
        </Group>
      </Stack>
    </form>
  )
}
