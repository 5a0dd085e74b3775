import { Button, Text } from '@mantine/core'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { passkeys } from '../api/passkeys.ts'

/** Signing in without a password, for who has added a passkey; not shown where the browser knows none. */
export const PasskeyButton = ({ onSignedIn }: { onSignedIn: () => Promise<unknown> }) => {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  if (!passkeys.supported()) return null

  const signIn = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await passkeys.signIn()
      await onSignedIn()
    } catch (error) {
      setProblem(
        error instanceof ApiError ? error.message : 'The passkey was not used. Try again, or use your password.',
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <div>
      <Button
        variant="default"
        fullWidth
        onClick={signIn}
        loading={busy}
        leftSection={<KeyRound size={16} aria-hidden />}
      >
        Use a passkey
      </Button>
      <Text size="sm" c="red" mt={4} role="alert">
        {problem}
      </Text>
    </div>
  )
}
