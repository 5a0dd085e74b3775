import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { session } from '../api/session.ts'

/** Label: specification, section 2. Where nothing is set up it says so when asked. */
export const GoogleButton = ({ configured }: { configured: boolean | undefined }) => {
  const [said, setSaid] = useState<string>()
  const [busy, setBusy] = useState(false)

  const signIn = async () => {
    if (configured === false) {
      setSaid('Sign in with Google is not set up here. Use the form above.')
      return
    }
    setBusy(true)
    try {
      window.location.assign((await session.google('/')).url)
    } catch (error) {
      setSaid(asApiError(error).message)
      setBusy(false)
    }
  }

  return (
    <div>
      <Button variant="default" fullWidth onClick={signIn} loading={busy}>
        Sign in with Google
      </Button>
      <Text size="sm" c="dimmed" mt={4} role="status">
        {said}
      </Text>
    </div>
  )
}
