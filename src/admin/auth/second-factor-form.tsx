import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { session } from '../api/session.ts'

/** The second step: a code of the authenticator app, or one of the recovery codes. */
export const SecondFactorForm = ({ onSignedIn, again }: { onSignedIn: () => Promise<unknown>; again: () => void }) => {
  const [recovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      await (recovery ? session.verifyRecoveryCode(code.trim()) : session.verifyTotp(code.replaceAll(/\s/g, '')))
      await onSignedIn()
    } catch (error) {
      const { fields, message } = asApiError(error)
      setProblem(fields.code ?? message)
      setCode('')
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          {recovery
            ? 'Enter one of the recovery codes that you wrote down. It works once.'
            : 'Enter the six digits that your authenticator app shows.'}
        </Text>
        <div role="alert">
          {problem && (
            <Alert color="red" variant="light" p="xs">
              {problem}
            </Alert>
          )}
        </div>
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
          <Anchor component="button" type="button" size="sm" onClick={again}>
            Start again
          </Anchor>
        </Group>
      </Stack>
    </form>
  )
}
